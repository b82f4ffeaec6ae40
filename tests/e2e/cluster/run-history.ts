import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type AskDatabase, askDatabase } from '../ask-database.ts'

/** The history of runs in the database, independent of the servers: a trigger records every change of status. */
export class RunHistory {
  readonly #ask: AskDatabase

  static async open(databaseUrl: string): Promise<RunHistory> {
    const client = new pg.Client(databaseUrl)
    await client.connect()
    await client.query(`
      create table run_history (id uuid, status text, time timestamptz not null default clock_timestamp());
      create function note_status() returns trigger language plpgsql as $$
        begin insert into run_history (id, status) values (new.id, new.status::text); return new; end $$;
      create trigger note_status after update of status on backtests
        for each row when (old.status is distinct from new.status) execute function note_status()`)
    await client.end()
    return new RunHistory(askDatabase(() => ({ connectionString: databaseUrl })))
  }

  private constructor(ask: AskDatabase) {
    this.#ask = ask
  }

  /** Counts runs that are neither queued nor in progress. */
  async ended(ids: readonly string[]): Promise<number> {
    const rows = await this.#ask<{ n: number }>(
      `select count(*)::int as n from backtests where id = any($1) and status not in ('Queued', 'In Progress')`,
      [ids],
    )
    return rows[0]?.n ?? 0
  }

  /** One line for each run that did not end exactly once, as Completed, with the expected hash. */
  async problems(ids: readonly string[], hash: string): Promise<string[]> {
    const rows = await this.#ask<{
      id: string
      status: string
      detail: string | null
      hash: string | null
      ends: number
    }>(
      `select b.id, b.status, b.detail, b.result_hash as hash,
              (select count(*)::int from run_history h
               where h.id = b.id and h.status not in ('Queued', 'In Progress')) as ends
       from backtests b where b.id = any($1)`,
      [ids],
    )
    const missing = rows.length === ids.length ? [] : [`${ids.length - rows.length} runs are missing`]
    return missing.concat(
      rows.flatMap((row) => {
        if (row.status !== 'Completed') return [`${row.id} is ${row.status} (${row.detail})`]
        if (row.ends !== 1) return [`${row.id} ended ${row.ends} times`]
        return row.hash === hash ? [] : [`${row.id} has a different result`]
      }),
    )
  }

  /** Counts runs that were assigned to a second runner. */
  async repeated(ids: readonly string[]): Promise<number> {
    const rows = await this.#ask<{ n: number }>(
      `select count(distinct id)::int as n from run_history where id = any($1) and status = 'Queued'`,
      [ids],
    )
    return rows[0]?.n ?? 0
  }

  /** Counts the leases of a process. */
  async leasesOf(pid: number): Promise<number> {
    const rows = await this.#ask<{ n: number }>(
      `select count(*)::int as n from leases l join lease_owners o on o.id = l.owner where o.pid = $1`,
      [pid],
    )
    return rows[0]?.n ?? 0
  }

  /** Milliseconds until a process holds no leases, at most `limitMs`. */
  async untilTakenOver(pid: number, limitMs: number): Promise<number> {
    const begin = performance.now()
    while ((await this.leasesOf(pid)) > 0 && performance.now() - begin < limitMs) await sleep(50)
    return performance.now() - begin
  }

  async hashOf(id: string): Promise<string | null> {
    const rows = await this.#ask<{ hash: string | null }>('select result_hash as hash from backtests where id = $1', [
      id,
    ])
    return rows[0]?.hash ?? null
  }
}
