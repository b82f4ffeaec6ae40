import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Account,
  type Bar,
  CLOSE_REASONS,
  DIRECTIONS,
  type Order,
  ORDER_STATUSES,
  ORDER_TYPES,
  type Position,
  POSITION_STATUSES,
  type Tick,
  TIMES_IN_FORCE,
} from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'

const TYPINGS = readFileSync(join(import.meta.dirname, '..', 'api', 'tradeloom.d.ts'), 'utf8')

/** The members of a union of strings, from a type or a property of an interface. */
function unionAt(start: RegExp): string[] {
  const found = new RegExp(`${start.source}((?:\\s*\\|?\\s*'[^']+')+)`).exec(TYPINGS)
  return [...(found?.[1] ?? '').matchAll(/'([^']+)'/g)].map(([, name = '']) => name)
}

function bodyOf(name: string): string {
  return new RegExp(`\\ninterface ${name} \\{\\n([\\s\\S]*?)\\n\\}`).exec(TYPINGS)?.[1] ?? ''
}

function propertiesOf(name: string): string[] {
  return [...bodyOf(name).matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, property = '']) => property)
}

/** The compiler ties this list to the keys of the type. */
const keys = <T>(all: Readonly<Record<keyof T, true>>): string[] => Object.keys(all)

describe('the typings of the script API', () => {
  it.each([
    ['OrderType', /declare type OrderType =/, Object.keys(ORDER_TYPES)],
    ['TimeInForce', /declare type TimeInForce =/, Object.keys(TIMES_IN_FORCE)],
    ['Direction', /declare type Direction =/, [...DIRECTIONS]],
    ['Side', /declare type Side =/, ['BUY', 'SELL']],
    ['closeReason', /readonly closeReason:/, [...CLOSE_REASONS]],
  ])('list the same values as the domain: %s', (_, start, values) => {
    expect(unionAt(start)).toEqual(values)
  })

  it('list the same statuses as the domain', () => {
    expect(bodyOf('Order')).toContain(`status: ${ORDER_STATUSES.map((one) => `'${one}'`).join(' | ')}`)
    expect(bodyOf('Position')).toContain(`status: ${POSITION_STATUSES.map((one) => `'${one}'`).join(' | ')}`)
  })

  it.each<[string, string[], string[]]>([
    [
      'Order',
      keys<Order>({
        id: true,
        instrumentId: true,
        type: true,
        side: true,
        quantity: true,
        limitPrice: true,
        stopPrice: true,
        timeInForce: true,
        postOnly: true,
        reduceOnly: true,
        time: true,
        status: true,
        fillTime: true,
        fillPrice: true,
        liquidity: true,
        positionId: true,
        reason: true,
        tag: true,
      }),
      ['filledQuantity', 'pending', 'refused'],
    ],
    [
      'Position',
      keys<Position>({
        id: true,
        instrumentId: true,
        direction: true,
        quantity: true,
        openTime: true,
        openPrice: true,
        closeTime: true,
        closePrice: true,
        stopLoss: true,
        takeProfit: true,
        trailingStop: true,
        profit: true,
        pips: true,
        commission: true,
        swapCost: true,
        fundingCost: true,
        status: true,
        closeReason: true,
        tag: true,
      }),
      ['pending', 'refused'],
    ],
    [
      'Account',
      keys<Account>({
        currency: true,
        initialBalance: true,
        balance: true,
        equity: true,
        unrealizedProfit: true,
        marginUsed: true,
        marginAvailable: true,
        marginCall: true,
        closeoutPercent: true,
      }),
      [],
    ],
    ['Tick', keys<Tick>({ time: true, bid: true, ask: true }), []],
    ['Bar', keys<Bar>({ time: true, open: true, high: true, low: true, close: true, volume: true, spread: true }), []],
  ])('have the properties of the domain: %s', (name, properties, more) => {
    const declared = propertiesOf(name).filter((property) => !more.includes(property) && property !== 'instrumentId')
    expect(declared.toSorted()).toEqual(properties.filter((property) => property !== 'instrumentId').toSorted())
  })
})
