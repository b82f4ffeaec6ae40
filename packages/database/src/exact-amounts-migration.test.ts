import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom } from '@tradeloom/domain'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AccountLedger } from './ledger/account-ledger.ts'
import { verifyAccount } from './ledger/verify-account.ts'
import { silentLogger } from './logger.ts'
import { newId } from './new-id.ts'
import { schema } from './schema.ts'
import { type Database, startDatabase } from './start-database.ts'

const MIGRATION = readFileSync(join(import.meta.dirname, '..', 'migrations', '0052_exact_amounts.sql'), 'utf8')
const COLUMNS = [...MIGRATION.matchAll(/ALTER TABLE "(\w+)"\n([^;]*);/g)].flatMap(([, table = '', changes = '']) =>
  [...changes.matchAll(/ALTER COLUMN "(\w+)" SET DATA TYPE/g)].map(([, column = '']) => ({ table, column })),
)
const { fills, positions, tradingAccounts, users } = schema

/** Doubles that a cast rounds, at the ends of what there is, and with an exponent. */
const AWKWARD = [
  0.1 + 0.2,
  0.1 + 0.05,
  1e-8,
  1e22,
  5e-324,
  Number.MAX_VALUE,
  -1.1 * 1.1,
  12_345_678.123_456_78,
  0.07 * 3,
]

let folder: string
let database: Database
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tradeloom-db-'))
  database = await startDatabase({ dataDir: folder, logger: silentLogger })
})
afterAll(async () => {
  await database?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Of random bits: of all sizes. */
function anyDoubles(count: number): number[] {
  const random = createRandom(1)
  const bits = () => Math.floor(random() * 2 ** 32)
  const all = Array.from({ length: count }, () => new Float64Array(Uint32Array.of(bits(), bits()).buffer)[0] ?? 0)
  return all.filter(Number.isFinite)
}

/** As the columns were before; what is stored stays the same double. */
async function takeBack(): Promise<void> {
  for (const { table, column } of COLUMNS)
    await database.pool.query(`alter table ${table} alter ${column} type double precision`)
}

async function migrate(): Promise<void> {
  await database.db.transaction(async (tx) => {
    for (const statement of MIGRATION.split('--> statement-breakpoint')) await tx.execute(statement)
  })
}

async function openAccount(name: string): Promise<typeof tradingAccounts.$inferSelect> {
  const person = { name, username: name, displayUsername: name, email: `${name}@example.com` }
  const id = newId()
  await database.db.insert(users).values({ id, ...person })
  const accounts = await database.db.select().from(tradingAccounts)
  return accounts.find(({ userId }) => userId === id)!
}

/** A position and a fill with these amounts, and the account with their last one. */
async function book(account: typeof tradingAccounts.$inferSelect, amounts: readonly number[]): Promise<void> {
  await database.db.transaction(async (tx) => {
    const ledger = await AccountLedger.open(tx, account.id)
    const of = { accountId: account.id, instrumentId: 'EURUSD:SIM' }
    const time = new Date(0)
    const blank = { orderPrice: null, received: null, decisionMid: null, bid: null, ask: null, reason: null }
    const [trade] = await tx
      .insert(positions)
      .values(positionOf(account, 'of defaults', 1))
      .returning()
    await ledger!.record({
      kind: 'FILL',
      rows: [
        { table: 'accounts', row: { ...ledger!.account, balance: amounts.at(-1) ?? 0 } },
        { table: 'positions', row: trade! },
        ...amounts.flatMap((amount, at) => [
          {
            table: 'positions' as const,
            row: { ...trade!, ...positionOf(account, `${at}`, amount), profit: -amount, commission: amount },
          },
          {
            table: 'fills' as const,
            row: {
              ...blank,
              ...of,
              tradeId: `${at}`,
              intentId: null,
              positionId: trade!.id,
              owner: 'manual',
              side: 'BUY' as const,
              orderType: 'MARKET',
              orderStatus: 'FILLED' as const,
              time,
              quantity: amount,
              price: amount,
              fee: -amount,
              liquidity: 'taker' as const,
              profit: 0,
            },
          },
        ]),
      ],
    })
  })
}

function positionOf({ id: accountId, userId }: typeof tradingAccounts.$inferSelect, brokerId: string, amount: number) {
  const of = { accountId, userId, brokerId, broker: 'SIM', instrumentId: 'EURUSD:SIM', status: 'OPEN' } as const
  return { id: newId(), ...of, direction: 'LONG', quantity: amount, openPrice: amount, openTime: new Date(0) } as const
}

it('keeps each amount as it was printed, and the journals that state them', async () => {
  await takeBack()
  const account = await openAccount('ann')
  const amounts = [...anyDoubles(300), ...AWKWARD]
  await book(account, amounts)
  const read = async () => ({
    positions: await database.db.select().from(positions).orderBy(positions.id),
    fills: await database.db.select().from(fills).orderBy(fills.tradeId),
    accounts: await database.db.select().from(tradingAccounts),
  })
  const before = await read()
  expect(before.fills.map(({ quantity }) => quantity).toSorted()).toEqual(amounts.toSorted())
  await migrate()
  expect(await read()).toEqual(before)
  expect(await verifyAccount(database.db, account.id)).toEqual([])
  const texts = await database.pool.query<{ text: string }>('select quantity::text as text from fills')
  expect(texts.rows.map(({ text }) => Number(text)).toSorted()).toEqual(amounts.toSorted())
})

it('writes and reads each number that exists, and adds up what they are printed as', async () => {
  const account = await openAccount('bob')
  await book(account, [0.1, 0.2, 0.15, ...AWKWARD])
  expect(await verifyAccount(database.db, account.id)).toEqual([])
  const { rows } = await database.pool.query(
    `select sum(quantity) as sum, sum(quantity)::text as text from fills where account_id = $1 and trade_id in ('0', '1', '2')`,
    [account.id],
  )
  expect(rows).toEqual([{ sum: 0.45, text: '0.45' }])
})

it('takes no amount that is none', async () => {
  const account = await openAccount('cas')
  for (const none of [NaN, Infinity, -Infinity]) await expect(book(account, [none])).rejects.toThrow('no decimal')
})
