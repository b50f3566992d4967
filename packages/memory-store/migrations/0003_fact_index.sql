-- Whether the commit that wrote the fact put a passage of it into the index: only such a one can be taken out again.
ALTER TABLE fact ADD COLUMN indexed INTEGER NOT NULL DEFAULT 0;
