import { describe, expect, it } from 'vitest'
import { KeyRefused } from '../../ports/account-reader.ts'
import { OandaAccount } from './oanda-account.ts'
import { OandaRest } from './oanda-rest.ts'
import { HEDGING, order, reference, start, TOKEN } from './own-account.fixture.ts'

const OWN = { id: '101-004-1-001' }
const OTHER = { id: '101-004-1-002', hedging: true, currency: 'EUR' }
const LINKED = { id: '101-004-1-003', mt4AccountID: 4_711 }

describe('a key of OANDA', () => {
  it('opens all accounts that are not linked to MetaTrader, each with its model and currency', async () => {
    const { login } = await start({ accounts: [LINKED, OWN, OTHER] })
    expect(await new OandaRest(login).accounts()).toEqual([OWN.id, OTHER.id])
    const rightsOf = (accountNo: string) => new OandaAccount({ ...login, accountNo }).rights()
    expect(await rightsOf(OWN.id)).toMatchObject({ accountNo: OWN.id, model: 'netting', currency: 'USD' })
    expect(await rightsOf(OTHER.id)).toMatchObject({ accountNo: OTHER.id, model: 'hedging', currency: 'EUR' })
  })

  it('that only opens accounts of MetaTrader is refused with the reason', async () => {
    const { account } = await start({ accounts: [LINKED] })
    await expect(account.rights()).rejects.toThrow(KeyRefused)
    await expect(account.rights()).rejects.toThrow('linked to MetaTrader 4')
  })

  it('of the other kind of account is named as such, without any part of it', async () => {
    const { account } = await start({}, 'a live token')
    const error: unknown = await account.rights().catch((one: unknown) => one)
    expect(error).toBeInstanceOf(KeyRefused)
    expect((error as Error).message).toContain('practice and live accounts have keys of their own')
    expect((error as Error).stack).not.toContain('a live token')
  })

  it('that is revoked places nothing', async () => {
    const { lab, orders } = await start()
    await orders.openOrders()
    lab.revoke(TOKEN)
    expect(await orders.place(reference(), order())).toMatchObject({ kind: 'REFUSED' })
    expect(lab.account().orders).toEqual([])
  })
})

describe('positions of OANDA', () => {
  it('are the trades of a hedging account, long and short beside each other', async () => {
    const { orders, account, lab } = await start(HEDGING)
    await orders.place(reference(), order())
    await orders.place(reference(), order({ side: 'SELL', quantity: 400 }))
    const trades = lab.account().trades.map(({ id }) => id)
    const stated = { instrumentId: 'EURUSD:OANDA', liquidationPrice: null }
    expect(await account.positions()).toMatchObject([
      { ...stated, id: trades[0], direction: 'LONG', quantity: 1_000, openPrice: 1.080_12 },
      { ...stated, id: trades[1], direction: 'SHORT', quantity: 400, openPrice: 1.08 },
    ])
  })

  it('are one in each market of a netting account, and none once it is closed', async () => {
    const { orders, account } = await start()
    for (const quantity of [1_000, 500]) await orders.place(reference(), order({ quantity }))
    expect(await account.positions()).toMatchObject([{ direction: 'LONG', quantity: 1_500 }])
    await orders.place(reference(), order({ side: 'SELL', quantity: 1_500, reduceOnly: true }))
    expect(await account.positions()).toEqual([])
  })
})
