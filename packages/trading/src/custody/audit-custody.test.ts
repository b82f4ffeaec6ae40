import { CUSTODY_STATES, type CustodyState } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'
import { auditCustody, type AuditedPosition, type KeptCustody, type ListedOrder } from './audit-custody.ts'
import { custodyAfter } from './custody-terms.ts'

const long: AuditedPosition = {
  model: 'spot',
  brokerId: 'T1',
  isOpen: true,
  direction: 'LONG',
  quantity: 0.5,
  isTooSmall: false,
  stopLoss: 59_000,
  takeProfit: null,
  trailingStop: null,
}
const withTarget: AuditedPosition = { ...long, takeProfit: 61_000 }
const kept: KeptCustody = {
  protections: new Map([
    ['stop', 'stopLoss'],
    ['earlier', 'stopLoss'],
    ['target', 'takeProfit'],
  ]),
  isBusy: false,
  isHeld: false,
}
const stop: ListedOrder = { clientId: 'stop', side: 'SELL', left: 0.5, isForeign: false }
const earlier = { ...stop, clientId: 'earlier' }
const target = { ...stop, clientId: 'target' }
const foreign = { ...stop, clientId: 'of another program', isForeign: true }

const audit = (
  position: Partial<AuditedPosition>,
  listed: readonly ListedOrder[],
  changes: Partial<KeptCustody> = {},
) => auditCustody({ ...long, ...position }, { ...kept, ...changes }, listed)

const safe = (state: CustodyState) => ({ state, isProtected: true })
const bare = (state: CustodyState) => ({ state, isProtected: false })

describe('the custody of a position', () => {
  it('is COVERED by one order of the right quantity, with or without its target', () => {
    expect(audit({}, [stop])).toEqual(safe('COVERED'))
    expect(audit({ takeProfit: 61_000 }, [target, stop])).toEqual(safe('COVERED'))
    // What is missing of a target loses no money.
    expect(audit({ takeProfit: 61_000 }, [stop])).toEqual(safe('COVERED'))
    // As sums of executions leave it.
    expect(audit({ quantity: 0.3 }, [{ ...stop, left: 0.1 + 0.2 }])).toEqual(safe('COVERED'))
  })

  it('is HELD where Tradeloom watches its stop, unless the venue has one as well', () => {
    const trailing = { stopLoss: null, trailingStop: 200 }
    expect(audit(trailing, [], { isHeld: true })).toEqual(safe('HELD'))
    expect(audit({}, [], { isHeld: true })).toEqual(safe('HELD'))
    expect(audit({ trailingStop: 200 }, [stop], { isHeld: true })).toEqual(safe('COVERED'))
  })

  it('is BUSY while something is on its way, and protected only by what the venue lists meanwhile', () => {
    expect(audit({}, [], { isBusy: true })).toEqual(bare('BUSY'))
    expect(audit({}, [stop], { isBusy: true })).toEqual(safe('BUSY'))
    expect(audit({ stopLoss: null }, [], { isBusy: true })).toEqual(safe('BUSY'))
  })

  it('is SHORT where a quantity does not fit, and protected if it is too large', () => {
    expect(audit({}, [{ ...stop, left: 0.4 }])).toEqual(bare('SHORT'))
    expect(audit({}, [{ ...stop, left: 0.6 }])).toEqual(safe('SHORT'))
    expect(auditCustody(withTarget, kept, [stop, { ...target, left: 0.4 }])).toEqual(safe('SHORT'))
    expect(audit({ stopLoss: null, takeProfit: 61_000 }, [{ ...target, left: 0.4 }])).toEqual(safe('SHORT'))
  })

  it('is DOUBLE with two orders for one level', () => {
    expect(audit({}, [stop, earlier])).toEqual(safe('DOUBLE'))
    expect(
      audit({}, [
        { ...stop, left: 0.2 },
        { ...earlier, left: 0.3 },
      ]),
    ).toEqual(bare('DOUBLE'))
  })

  it('is BARE where it wants a stop and the venue lists none', () => {
    expect(audit({}, [])).toEqual(bare('BARE'))
    expect(audit({}, [target])).toEqual(bare('ORPHAN'))
    expect(auditCustody(withTarget, kept, [target])).toEqual(bare('BARE'))
    expect(audit({}, [{ ...stop, left: 0 }])).toEqual(bare('BARE'))
    expect(audit({ stopLoss: null, trailingStop: 200 }, [])).toEqual(bare('BARE'))
    // Nobody could place one.
    expect(audit({ isTooSmall: true }, [])).toBeNull()
  })

  it('is ORPHAN where an order protects what is closed, or what nobody wants any more', () => {
    expect(audit({ isOpen: false }, [stop])).toEqual(safe('ORPHAN'))
    expect(audit({ isOpen: false }, [])).toBeNull()
    expect(audit({ isOpen: false }, [foreign])).toBeNull()
    expect(audit({ stopLoss: null }, [stop])).toEqual(safe('ORPHAN'))
  })

  it('is STRANGER where an order from elsewhere would close it, and never where its own ties the coins up', () => {
    expect(audit({ stopLoss: null }, [foreign])).toEqual(safe('STRANGER'))
    expect(audit({}, [foreign], { isHeld: true })).toEqual(safe('STRANGER'))
    expect(audit({}, [stop, foreign])).toEqual(safe('COVERED'))
    expect(audit({}, [foreign])).toEqual(bare('BARE'))
    expect(audit({ stopLoss: null }, [{ ...foreign, side: 'BUY' }])).toBeNull()
    expect(audit({ stopLoss: null }, [{ ...foreign, isForeign: false }])).toBeNull()
    const short = { direction: 'SHORT', model: 'netting' } as const
    expect(audit({ ...short, stopLoss: null }, [{ ...foreign, side: 'BUY' }])).toEqual(safe('STRANGER'))
    expect(
      audit(short, [
        { ...stop, side: 'BUY' },
        { ...foreign, side: 'BUY' },
      ]),
    ).toEqual(safe('STRANGER'))
  })

  it('knows no stranger at a hedging account but one that names the position', () => {
    const hedging = { model: 'hedging', stopLoss: null } as const
    expect(audit(hedging, [foreign])).toBeNull()
    expect(audit(hedging, [{ ...foreign, closes: 'T2' }])).toBeNull()
    expect(audit(hedging, [{ ...foreign, closes: 'T1' }])).toEqual(safe('STRANGER'))
  })
})

it('alarms after a minute of what cannot stay, and mends what is ours', () => {
  const at = (ms: number) => CUSTODY_STATES.filter((state) => custodyAfter(state, ms)?.isAlarm)
  expect(at(59_999)).toEqual([])
  expect(at(60_000)).toEqual(['BUSY', 'SHORT', 'DOUBLE', 'BARE', 'ORPHAN'])
  const mended = CUSTODY_STATES.filter((state) => custodyAfter(state, 60_000)?.isMended)
  expect(mended).toEqual(['SHORT', 'DOUBLE', 'ORPHAN'])
})
