// Questions to try. Only those whose ruleset the rules offer are shown.
const MLAG = { ruleset: "mlag-basic-equations-2018", division: "middle" };

const AGLOA = { ruleset: "agloa-equations-2019", division: "elementary" };

export const EXAMPLES = [
  { ...MLAG, text: "(3x2)+1=7" },
  { ...MLAG, text: "3x2+2=7" },
  {
    ...MLAG, challenge: "now", useMat: true, text: "(2x4)+7=3x5",
    mat: { goal: "B3 Bx G5", required: "R2 Gx", permitted: "G4 R+", forbidden: "R0", resources: "K7 K8 B÷ G^" },
  },
  {
    ...MLAG, challenge: "now", useMat: true, text: "8+7=3x5",
    mat: { goal: "B3 Bx G5", required: "R2 Gx", permitted: "G4 R+", forbidden: "K8", resources: "K7 B÷ G^" },
  },
  { ...MLAG, mode: "expression", text: "(3+4)÷2" },
  { ...AGLOA, text: "4+2x3=18" },
  { ...AGLOA, variations: { wild: "0" }, text: "2x(8+7<0>)=30" },
  { ...AGLOA, variations: { lcm: null }, text: "8√<lcm>6=24" },
  { ...AGLOA, mode: "expression", source: "cubes", where: "goal", mat: { goal: "B3 Bx G5 R+ B2" } },
];
