"""The adventurous variations (XIII): one file each, to be read beside its rule."""
