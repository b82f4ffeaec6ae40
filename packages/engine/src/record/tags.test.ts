import { describe, expect, it } from 'vitest'

import { atBars, flatBars, minuteBars, runScript, startRun, still } from '../run.fixture.ts'
import { expandResult } from '../result/expand-result.ts'
import { packResult, unpackResult } from '../result/result-bytes.ts'

const LIMITS = { positions: 100, orders: 100, plotValues: 100 }
const RULE = 'tag must be a text of 1 to 32 characters in one line, without spaces at its ends'

describe('the tag of an order', () => {
  it('names the order and the position it opens, for the script and in the result', () => {
    const source = atBars(
      {
        1: "log(buy({ quantity: 1000, tag: 'trend' }).tag)",
        2: "sell({ quantity: 1000 }); buy({ quantity: 2000, limitPrice: 1, tag: 'dip' })",
        4: 'for (const position of positions) log(position.id, position.tag); closeAll()',
      },
      'function onPositionClosed(position) { log(position.tag) }\nfunction onOrder(order) { log(order.tag) }',
    )
    const { log, orders, positions } = runScript(source, flatBars(1.1, 6))
    expect(orders.map(({ tag }) => tag)).toEqual(['trend', null, 'dip', null, null])
    expect(positions.map(({ tag }) => tag)).toEqual(['trend', null])
    expect(log.map(({ message }) => message).slice(0, 5)).toEqual(['trend', 'trend', 'null', '1 trend', '2 null'])
    expect(log.filter(({ message }) => message === 'trend')).toHaveLength(3)
  })

  it('stays with both parts of a position that is partly closed, and with the first of netted orders', () => {
    const source = atBars({
      1: "buy({ quantity: 3000, tag: 'first' })",
      2: "sell({ quantity: 1000, tag: 'second' })",
      4: 'for (const position of positions) log(position.quantity, position.tag)',
    })
    const { log, positions } = runScript(source, flatBars(1.1, 6), { accounting: 'netting' })
    expect(positions.map(({ quantity, tag }) => [quantity, tag])).toEqual([
      [2000, 'first'],
      [1000, 'first'],
    ])
    expect(log).toMatchObject([{ message: '2000 first' }])
  })

  it('is refused with its rule unless it is a short text in one line', () => {
    const given = ["''", "' a'", "'a\\nb'", "'a\\0'", 'String("x").repeat(33)', '7', '{}', "'\\ud800'"]
    const fine = ["'a b'", "'🍏'", 'String("x").repeat(32)', 'null', 'undefined']
    // Tags that stand in the order itself are refused before the script runs.
    const source = atBars({ 1: `for (const tag of [${[...given, ...fine].join()}]) buy({ quantity: 1000, tag })` })
    const { orders } = runScript(source, flatBars(1.1, 3))
    expect(orders.map(({ reason }) => reason)).toEqual([...given.map(() => RULE), ...fine.map(() => null)])
  })

  it('is refused when it is the 65th of a run, while known ones go on', () => {
    const source = atBars({
      1: "for (let n = 0; n < 66; n++) buy({ quantity: 1000, limitPrice: 1, tag: 'signal ' + n })",
      2: "buy({ quantity: 1000, limitPrice: 1, tag: 'signal 0' })",
    })
    const { orders } = runScript(source, flatBars(1.1, 4))
    const refused = orders.filter(({ status }) => status === 'REJECTED')
    expect(refused.map(({ id, reason, tag }) => [id, reason, tag])).toEqual([
      [65, 'a run can have at most 64 different tags', null],
      [66, 'a run can have at most 64 different tags', null],
    ])
    expect(orders.at(-1)?.tag).toBe('signal 0')
  })
})

describe('a result with tags', () => {
  const tagged = ended("buy({ quantity: 1000, tag: 'é' })")

  it('is the same after packing, and broken down by tag', () => {
    const unpacked = unpackResult(packResult(tagged), LIMITS)
    expect(expandResult(unpacked)).toEqual(expandResult(tagged))
    expect(unpacked.tags).toEqual(['é'])
    expect(expandResult(unpacked, { intervals: false }).breakdowns.byTag).toMatchObject([{ key: 'é', n: 1 }])
  })

  it('traded the same as one without them, which has no trace of tags', () => {
    const plain = ended('buy({ quantity: 1000 })')
    expect(plain.ledgerHash).toBe(tagged.ledgerHash)
    const texts = [JSON.stringify(expandResult(plain, { intervals: false })), packResult(plain).text]
    for (const text of texts) expect(/"(?:tags?|byTag|\w+Tags)"/.exec(text)).toBeNull()
  })

  it('is rejected when the tables of tags are missing or of another length', () => {
    const { text, columns } = packResult(tagged)
    const packed = JSON.parse(text) as { head: { tags?: unknown }; layouts: { rows: number }[] }
    const changed = (change: (copy: typeof packed) => unknown) => {
      const copy = structuredClone(packed)
      change(copy)
      return () => unpackResult({ text: JSON.stringify(copy), columns }, LIMITS)
    }
    expect(changed(() => null)).not.toThrow()
    expect(changed(({ layouts }) => layouts.pop())).toThrow(RangeError)
    expect(changed(({ head }) => delete head.tags)).toThrow(RangeError)
    expect(changed(({ layouts }) => Object.assign(layouts.at(-1) ?? {}, { rows: 5 }))).toThrow(RangeError)
  })
})

function ended(order: string) {
  const source = atBars({ 1: order, 3: 'closeAll()' })
  const run = startRun(source, minuteBars(still(1.1, 1.1, 1.2, 1.2, 1.2)))
  while (run.step(1_000));
  return run.finishCompact()
}
