"""The rules core: values, games and rulings. Pure, see README.md in this folder."""
