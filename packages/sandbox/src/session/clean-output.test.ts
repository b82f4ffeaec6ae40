import { describe, expect, it } from 'vitest'
import { cleanText, type TradeRequest } from '@tradeloom/domain'
import type { SessionRecords } from '@tradeloom/engine'
import { outputReader } from './clean-output.ts'
import { answeredInputs, COUNTING, engineSession, SESSION_SPEC } from './session.fixture.ts'

const read = outputReader({ spec: SESSION_SPEC, sendsOrders: true })

/** What an honest runner sends, after its way through JSON. */
function honest(): Record<string, unknown> & { requests: Record<string, unknown>[]; records: Record<string, unknown> } {
  const requests: TradeRequest[] = []
  const session = engineSession(COUNTING, SESSION_SPEC, (request) => requests.push(request))
  for (const input of answeredInputs(COUNTING, 20).inputs) session.take(input)
  const { plots, curve, ...records } = session.drain()
  const plain = {
    ...records,
    plots: plots.map((plot) => ({ ...plot, time: [...plot.time], value: [...plot.value] })),
    curve: Object.fromEntries(Object.entries(curve).map(([name, column]) => [name, [...column]])),
  }
  const output = { taken: 20, requests, records: plain, live: session.live(), warmup: session.warmup }
  return JSON.parse(JSON.stringify(output)) as ReturnType<typeof honest>
}

describe('the answer of a session', () => {
  it('accepts what the engine made, unchanged', () => {
    const given = honest()
    const { records, ...output } = read(given)
    const { plots, curve, ...rest } = records
    expect({ ...output, records: rest }).toEqual({ ...given, records: expect.objectContaining(rest) as unknown })
    expect(records.positions.length).toBeGreaterThan(0)
    expect([...curve.equity]).toEqual((given.records['curve'] as { equity: number[] }).equity)
    expect(plots.map(({ name }) => name)).toEqual(['average'])
  })

  it('drops fields that requests do not have', () => {
    const given = honest()
    Object.assign(given.requests[0] as object, { account: 'of another user' })
    expect(read(given)).toEqual(read(honest()))
  })

  it('rejects a whole answer for one request of another kind, for another instrument or without sensible numbers', () => {
    const wrong: Record<string, unknown>[] = [
      { kind: 'WITHDRAW' },
      { instrumentId: 'GBPUSD:OTHER' },
      { quantity: null },
      { quantity: -1 },
      { quantity: '1000' },
      { orderId: 0 },
      { orderId: 1.5 },
      { side: 'BOTH' },
      { stopLoss: 'none' },
      { postOnly: 1 },
    ]
    for (const change of wrong) {
      const given = honest()
      Object.assign(given.requests[0] as object, change)
      expect(() => read(given), JSON.stringify(change)).toThrow(TypeError)
    }
    const incomplete = honest()
    delete incomplete.requests[0]?.['limitPrice']
    expect(() => read(incomplete)).toThrow(TypeError)
  })

  it('rejects requests of a session on the simulated market', () => {
    const given = honest()
    const simulated = outputReader({ spec: SESSION_SPEC, sendsOrders: false })
    expect(() => simulated(given)).toThrow(TypeError)
    expect(simulated({ ...given, requests: [] }).requests).toEqual([])
  })

  it('rejects records of another shape', () => {
    const changes: [keyof SessionRecords, unknown][] = [
      ['positions', [{}]],
      ['orders', 'none'],
      ['plots', [{ name: 'p', pane: 'overlay', color: null, time: [null], value: [1] }]],
      ['curve', { time: [1], equity: ['1'], balance: [1], drawdown: [1] }],
      ['days', null],
    ]
    for (const [name, value] of changes) {
      const given = honest()
      given.records[name] = value
      expect(() => read(given), name).toThrow(TypeError)
    }
  })

  it('cleans the log, so that it can be stored and shown', () => {
    const given = honest()
    given.records['log'] = [{ time: 1, level: 'info', message: 'a\u0000b\ud800' }, { level: 'shout' }]
    const [line, ...more] = read(given).records.log
    expect(line?.message).toBe(cleanText('a\u0000b\ud800', 100))
    expect(line?.message).not.toContain('\u0000')
    expect(more).toEqual([])
  })
})
