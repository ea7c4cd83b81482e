/** Runs one statement. */
export type RunQuery = (statement: string) => Promise<readonly Record<string, unknown>[]>

/** Schemas of the product and of its job queue. */
const schemas = "('public', 'jobs', 'drizzle')"
/** Tables with rows in a migrated database; all others are empty. */
const kept = "('drizzle.__drizzle_migrations', 'jobs.version')"
/** Deleted rows use space. Above this size, a new database is faster. */
const LARGEST_BYTES = 8_000_000

/** Schema objects that a test may have added: tables, columns, triggers, functions. Rows don't matter. */
export async function schemaSnapshot(ask: RunQuery): Promise<string> {
  const rows = await ask(`
    SELECT c.oid::regclass::text AS name, c.relkind::text AS kind, c.relnatts AS columns,
           (SELECT string_agg(a.attname, ',' ORDER BY a.attnum) FROM pg_attribute a WHERE a.attrelid = c.oid) AS names, c.relchecks AS checks,
           (SELECT count(*)::int FROM pg_trigger t WHERE t.tgrelid = c.oid) AS triggers
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname IN ${schemas} AND c.relname NOT LIKE 'queue\\_stats\\_%'
     UNION ALL
    SELECT p.oid::regprocedure::text, 'function', 0, '', 0, 0
      FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname IN ${schemas}
     ORDER BY 1, 2`)
  return JSON.stringify(rows)
}

async function isLarge(ask: RunQuery): Promise<boolean> {
  const [row] = await ask(`
    SELECT coalesce(sum(pg_relation_size(c.oid)), 0) > ${LARGEST_BYTES} AS large
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname IN ${schemas} AND c.relkind IN ('r', 't', 'i')`)
  return row?.large === true
}

/**
 * Deletes all rows that tests have added, so that the next one finds a fresh database. Only non-empty tables are
 * truncated: truncating all takes longer than most tests.
 * @param shape result of `schemaSnapshot` for the new database
 * @returns false if the schema has changed, so that the database can't be reused
 */
export async function resetDatabase(ask: RunQuery, shape: string): Promise<boolean> {
  if ((await schemaSnapshot(ask)) !== shape || (await isLarge(ask))) return false
  await ask(`DO $$
    DECLARE place text; filled boolean;
    BEGIN
      -- All goes, so nothing has to go in order, and nobody has to hear of it.
      PERFORM set_config('session_replication_role', 'replica', true);
      FOR place IN SELECT format('%I.%I', schemaname, tablename) FROM pg_tables
                    WHERE schemaname IN ${schemas} AND schemaname || '.' || tablename NOT IN ${kept} LOOP
        EXECUTE 'SELECT EXISTS (SELECT FROM ' || place || ')' INTO filled;
        IF filled THEN EXECUTE 'DELETE FROM ' || place; END IF;
      END LOOP;
      FOR place IN SELECT format('%I.%I', schemaname, sequencename) FROM pg_sequences
                    WHERE schemaname IN ${schemas} AND last_value IS NOT NULL
                      AND sequencename NOT LIKE '\\_\\_drizzle%' LOOP
        EXECUTE 'ALTER SEQUENCE ' || place || ' RESTART';
      END LOOP;
      UPDATE jobs.version SET cron_on = NULL, bam_on = NULL, flow_on = NULL, reindex_on = NULL;
    END $$`)
  return true
}
