-- A credential for the server that answers for a source: in no archive, and printed to nobody.
ALTER TABLE source ADD COLUMN upstream_token TEXT;
