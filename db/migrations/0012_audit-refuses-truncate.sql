-- A row trigger does not see TRUNCATE.
CREATE TRIGGER audit_entries_not_truncated BEFORE TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
