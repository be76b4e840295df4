"""The deep Equations adjudicator: exact answers with the number of the rule (contract, section 4)."""
