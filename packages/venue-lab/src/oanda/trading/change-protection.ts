import type { ProtectionName } from './check-order.ts'
import type { LabTransaction, OandaAccount } from './oanda-account.ts'
import type { OandaEngine, Outcome } from './oanda-engine.ts'
import type { ProtectionDetails } from './order.ts'
import { protectTrade } from './protections.ts'
import type { LabTrade } from './trade.ts'

/** What a request makes of one protection of a trade. Null removes it. */
export function changeProtection(
  engine: OandaEngine,
  account: OandaAccount,
  { trade, name, details }: { trade: LabTrade; name: ProtectionName; details: ProtectionDetails | null },
): Outcome & { readonly replaced?: LabTransaction } {
  const old = account.protectionsOf(trade).find(({ fields }) => fields.type === name) ?? null
  if (details === null) return old === null ? {} : { replaced: engine.end(account, old, 'CLIENT_REQUEST') }
  const next = String(Number(account.nextId) + 1)
  const cancel = old === null ? null : engine.end(account, old, 'CLIENT_REQUEST_REPLACED', { replacedByOrderID: next })
  const order = protectTrade(engine, account, {
    trade,
    name,
    details,
    reason: old === null ? 'CLIENT_ORDER' : 'REPLACEMENT',
    ...(old === null || cancel === null ? {} : { replaced: { order: old, cancel } }),
  })
  return {
    ...(cancel === null ? {} : { replaced: cancel }),
    create: account.transactionOf(order),
    ...engine.start(account, order),
  }
}
