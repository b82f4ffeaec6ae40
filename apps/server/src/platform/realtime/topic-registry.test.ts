import { topic as topicName, uuid } from '@tradeloom/contracts'
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { Topic } from './topic.ts'
import { TopicRegistry, topicsOf } from './topic-registry.ts'

const topicOf = (id?: z.ZodType<string>): Topic => ({
  ...(id ? { id } : {}),
  admit: async () => 'all',
  snapshot: async () => [],
  changes: () => [],
})
const [plain, byUuid, byInstrument] = [topicOf(), topicOf(uuid), topicOf(z.string().regex(/^[A-Z]+:[A-Z]+$/))]
const ID = '01a1fcbd-ca32-7065-a0e0-bc608310879a'

const registry = new TopicRegistry([
  ['backtests', plain],
  ['backtest.{id}', byUuid],
  ['prices.{id}', byInstrument],
])

it('finds a topic by its name, with the id', () => {
  expect(registry.find('backtests')).toEqual({ topic: plain, id: '' })
  expect(registry.find(`backtest.${ID}`)).toEqual({ topic: byUuid, id: ID })
  expect(registry.find('prices.EURUSD:OANDA')).toEqual({ topic: byInstrument, id: 'EURUSD:OANDA' })
})

it.each([
  'backtest',
  'backtests.x',
  `backtests.${ID}`,
  'backtest.1',
  `backtest.${ID}.1`,
  'prices.eurusd',
  'constructor',
])('finds no topic named %s', (name) => {
  expect(() => registry.find(name)).toThrow('Topic not found')
})

it('refuses two topics of one name', () => {
  const feature = { topics: { 'prices.{id}': byInstrument } }
  expect(() => new TopicRegistry(topicsOf([feature, {}, feature]))).toThrow('Two features have the topic prices.{id}')
})

it.each(['backtests', `backtest.${ID}`, 'prices.EURUSD:OANDA', 'book.XBTUSD:BITMEX'])(
  'the contract admits the name %s',
  (name) => expect(topicName.safeParse(name).success).toBe(true),
)

it.each(['', '.', 'backtest.', 'Backtest.1', 'a b', 'a.*', 'a.>', '__proto__', `a.${'x'.repeat(200)}`])(
  'the contract refuses the name "%s"',
  (name) => expect(topicName.safeParse(name).success).toBe(false),
)
