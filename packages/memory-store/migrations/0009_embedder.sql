-- What makes the vectors of a namespace, as JSON; null: nothing does. A vector is one signed byte a component, in base64.
ALTER TABLE namespace ADD COLUMN embedder TEXT;
ALTER TABLE passage ADD COLUMN vector TEXT;
CREATE INDEX passage_vector ON passage (ns, batch) WHERE vector IS NOT NULL AND dead_at IS NULL;
