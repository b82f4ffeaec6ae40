import { bookFinancing, financedUntil, MARGIN_ENTRY, type MarginNote, noteTransfer, schema } from '@tradeloom/database'
import type { VenueBalance, VenueFinancing, VenueTransfer } from '@tradeloom/venues'
import { eq } from 'drizzle-orm'
import { inLedger } from '../../trading-core/intents/in-ledger.ts'
import type { VenueLedgerParts } from './venue-ledger.ts'

const { tradingAccounts, venueBalances } = schema

/** Writes down what the venue of one account states of its money. Everything may be told several times, and counts once. */
export class VenueMoney {
  readonly #parts: VenueLedgerParts

  constructor(parts: VenueLedgerParts) {
    this.#parts = parts
  }

  /** Amounts of the currencies that were told; all of them if `isWhole`. */
  async balances(balances: readonly VenueBalance[], isWhole: boolean): Promise<void> {
    const { accountId, currency, now, onChange } = this.#parts
    const changedAt = new Date(now())
    await inLedger(this.#parts, async (tx, ledger) => {
      if (isWhole) await tx.delete(venueBalances).where(eq(venueBalances.accountId, accountId))
      for (const { currency: of, total, available } of balances) {
        const amounts = { total, available, changedAt }
        await tx
          .insert(venueBalances)
          .values({ accountId, currency: of, ...amounts })
          .onConflictDoUpdate({ target: [venueBalances.accountId, venueBalances.currency], set: amounts })
      }
      const cash = balances.find((one) => one.currency === currency)?.total
      const { account } = ledger
      if (cash === undefined || cash === account.balance) return
      const isFirst = ledger.n === 0
      const row = { ...account, balance: cash, initialBalance: isFirst ? cash : account.initialBalance }
      await ledger.record({ kind: 'BALANCE', rows: [{ table: 'accounts', row }] })
    })
    onChange('balance', accountId)
  }

  /** What was deposited or withdrawn; the balance after it comes on its own. */
  async transfer({ id, currency: of, amount }: VenueTransfer): Promise<void> {
    // Coins that come are no positions.
    if (of !== this.#parts.currency) return
    await inLedger(this.#parts, (tx, ledger) => noteTransfer(tx, ledger, { id, transfer: amount }))
  }

  /** What the holding of positions has cost; the balance after it comes on its own. */
  async financing(paid: VenueFinancing): Promise<void> {
    const ids = await inLedger(this.#parts, (tx, ledger) => bookFinancing(tx, ledger, paid, 'venue'))
    for (const positionId of ids) this.#parts.onChange('position', positionId)
  }

  /** From when on payments may not be booked yet, UTC milliseconds. */
  async financedUntil(): Promise<number> {
    const { db, accountId } = this.#parts
    const newest = await financedUntil(db, accountId)
    if (newest !== null) return newest
    const wanted = eq(tradingAccounts.id, accountId)
    const [row] = await db.select({ createdAt: tradingAccounts.createdAt }).from(tradingAccounts).where(wanted)
    return row?.createdAt.getTime() ?? 0
  }

  /** Whether open positions need more margin than there is. */
  async margin(isCalled: boolean): Promise<void> {
    const { accountId, onChange } = this.#parts
    const isChanged = await inLedger(this.#parts, async (_, ledger) => {
      const { account } = ledger
      if (account.isMarginCalled === isCalled) return false
      const row = { ...account, isMarginCalled: isCalled }
      const note = { isCalled } satisfies MarginNote
      await ledger.record({ kind: MARGIN_ENTRY, rows: [{ table: 'accounts', row }], note })
      return true
    })
    if (isChanged) onChange('balance', accountId)
  }

  /** Positions are being closed by force: nothing is opened until a person has looked at it. */
  async liquidation(instrumentId: string): Promise<void> {
    const reason = `${this.#parts.venue} has closed positions of ${instrumentId} by force, for want of margin`
    await inLedger(this.#parts, (_, ledger) => ledger.raise({ level: 'NO_NEW', reason, by: 'guardian' }))
  }
}
