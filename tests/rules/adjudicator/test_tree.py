"""rules/adjudicator/tree.py: the text that shows one interpretation."""

from __future__ import annotations

from rules.adjudicator.tree import Binary, Chosen, Numeral, Postfix, Prefix, Product, grouped, pieces

TWO, NINE, UNIT = Numeral("2"), Numeral("9"), Numeral("i")


def test_every_part_but_a_numeral_has_brackets() -> None:
    assert grouped(Binary("+", Prefix("√", NINE), Postfix(TWO, "!"))) == "(√9)+(2!)"
    assert grouped(Prefix("√", Postfix(NINE, "!"))) == "√(9!)"
    assert grouped(Postfix(Prefix("√", NINE), "²")) == "(√9)²"


def test_products_with_i_stay_side_by_side() -> None:
    assert grouped(Product(Product(TWO, UNIT), UNIT)) == "2ii"
    assert grouped(Binary("^", Product(TWO, UNIT), NINE)) == "(2i)^9"
    assert grouped(Product(Binary("+", TWO, NINE), UNIT)) == "(2+9)i"


def test_a_chosen_root_keeps_its_note() -> None:
    assert grouped(Binary("x", TWO, Chosen(Prefix("√", NINE), "<=-3>"))) == "2x(√9)<=-3>"


def test_the_pieces_of_a_tree_stand_as_they_are_written() -> None:
    tree = Binary("^", Product(TWO, UNIT), Chosen(Prefix("√", Postfix(NINE, "²")), "<=√2>"))
    found = list(pieces(tree))
    assert [piece.text for piece in found] == ["2", "i", "^", "√", "9", "²"]
    assert [piece.text for piece in found if piece.is_operation] == ["^", "√"]
