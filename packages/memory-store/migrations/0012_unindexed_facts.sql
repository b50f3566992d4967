-- Facts of before the index, which maintenance puts into it: they are found without walking those that are in it.
CREATE INDEX fact_unindexed ON fact (ns, batch, ordinal) WHERE indexed = 0 AND retracted_at IS NULL;
