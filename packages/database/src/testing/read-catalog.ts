import type { Pool, PoolClient } from 'pg'

const OWN = `n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'`

/** One query for each kind of object; each row is one line. */
const QUERIES: Readonly<Record<string, string>> = {
  schema: `select n.nspname as name, n.nspacl as rights from pg_namespace n where ${OWN}`,
  relation: `select c.oid::regclass as name, c.relkind, c.relpersistence, c.relrowsecurity, c.relforcerowsecurity, c.relreplident,
    c.reloptions, c.relacl as rights, pg_get_viewdef(c.oid) as view
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${OWN}`,
  column: `select c.oid::regclass as name, row_number() over (partition by c.oid order by a.attnum) as place, a.attname,
    format_type(a.atttypid, a.atttypmod) as type, a.attnotnull, a.attidentity, a.attgenerated, a.attstorage, a.attcompression,
    a.attcollation::regcollation, pg_get_expr(d.adbin, d.adrelid) as fallback, a.attacl as rights, a.attoptions
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where ${OWN} and a.attnum > 0 and not a.attisdropped`,
  constraint: `select x.conrelid::regclass as name, x.conname, pg_get_constraintdef(x.oid) as definition, x.convalidated,
    x.condeferrable, x.condeferred
    from pg_constraint x join pg_namespace n on n.oid = x.connamespace where ${OWN}`,
  index: `select i.indexrelid::regclass as name, pg_get_indexdef(i.indexrelid) as definition, i.indisvalid, i.indisclustered
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace where ${OWN}`,
  trigger: `select t.tgrelid::regclass as name, pg_get_triggerdef(t.oid) as definition, t.tgenabled
    from pg_trigger t where not t.tgisinternal`,
  policy: `select p.polrelid::regclass as name, p.polname, p.polcmd, p.polroles::regrole[],
    pg_get_expr(p.polqual, p.polrelid) as reads, pg_get_expr(p.polwithcheck, p.polrelid) as writes from pg_policy p`,
  rule: `select pg_get_ruledef(r.oid) as name from pg_rewrite r join pg_class c on c.oid = r.ev_class
    join pg_namespace n on n.oid = c.relnamespace where ${OWN}`,
  function: `select p.oid::regprocedure as name, pg_get_functiondef(p.oid) as definition, p.proacl as rights
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${OWN} and p.prokind in ('f', 'p')`,
  type: `select t.oid::regtype as name, t.typtype, t.typacl as rights,
    array(select e.enumlabel from pg_enum e where e.enumtypid = t.oid order by e.enumsortorder) as labels
    from pg_type t join pg_namespace n on n.oid = t.typnamespace where ${OWN}`,
  sequence: `select s.seqrelid::regclass as name, to_jsonb(s) - 'seqrelid' as terms, pg_sequence_last_value(s.seqrelid) as last,
    (select d.refobjid::regclass || '.' || d.refobjsubid from pg_depend d
      where d.objid = s.seqrelid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')) as owner
    from pg_sequence s`,
  comment: `select pg_describe_object(d.classoid, d.objoid, d.objsubid) as name, d.description from pg_description d
    where d.objoid >= 16384`,
  extension: `select e.extname as name, e.extversion from pg_extension e`,
  'default right': `select d.defaclobjtype as name, d.defaclnamespace::regnamespace, d.defaclacl from pg_default_acl d`,
  setting: `select s.setconfig as name from pg_db_role_setting s
    where s.setdatabase = (select oid from pg_database where datname = current_database())`,
}

/**
 * What a database consists of, a line for each object and each row: two databases with the same lines behave the same.
 * Names of schemas are left out where a search path finds them.
 */
export async function readCatalog(database: Pool | PoolClient): Promise<string[]> {
  const lines: string[] = []
  for (const [kind, query] of Object.entries(QUERIES)) {
    const { rows } = await database.query<{ line: string }>(
      `select row_to_json(found)::text as line from (${query}) found`,
    )
    lines.push(...rows.map(({ line }) => `${kind} ${line}`))
  }
  const { rows: tables } = await database.query<{ name: string }>(
    `select c.oid::regclass as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${OWN} and c.relkind = 'r'`,
  )
  for (const { name } of tables) {
    const { rows } = await database.query<{ line: string }>(
      `select row_to_json(found)::text as line from ${name} found`,
    )
    lines.push(...rows.map(({ line }) => `row of ${name} ${line}`))
  }
  return lines.toSorted()
}
