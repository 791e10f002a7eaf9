-- The campaign that brought the visit, as JSON: shared/callback/request-source.ts. NULL when unknown.
ALTER TABLE callbacks ADD COLUMN source TEXT;
