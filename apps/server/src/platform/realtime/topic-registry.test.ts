import { topic as topicName, uuid } from '@tradeloom/contracts'
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { Topic } from './topic.ts'
import { TopicRegistry, topicsOf } from './topic-registry.ts'

const topicOf = (): Topic => ({ admit: async () => 'all', snapshot: async () => [], changes: () => [] })
const [plain, byUuid, byInstrument] = [topicOf(), topicOf(), topicOf()]
const ID = '01a1fcbd-ca32-7065-a0e0-bc608310879a'

const registry = new TopicRegistry([
  { name: 'backtests', topic: plain, key: 'read' },
  { name: 'backtest.{id}', topic: byUuid, key: 'read', id: uuid },
  { name: 'prices.{id}', topic: byInstrument, key: 'write', id: z.string().regex(/^[A-Z]+:[A-Z]+$/) },
])

it('finds a topic and its id by name', () => {
  expect(registry.find('backtests')).toEqual({ topic: plain, key: 'read', id: '' })
  expect(registry.find(`backtest.${ID}`)).toEqual({ topic: byUuid, key: 'read', id: ID })
  expect(registry.find('prices.EURUSD:OANDA')).toEqual({ topic: byInstrument, key: 'write', id: 'EURUSD:OANDA' })
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

it('rejects two topics with the same name', () => {
  const feature = { topics: { 'backtest.{id}': byUuid as never } }
  expect(() => new TopicRegistry(topicsOf([feature, {}, feature]))).toThrow('Two features have the topic backtest.{id}')
})

it.each([
  'backtests',
  `backtest.${ID}`,
  'prices.EURUSD:OANDA',
  'book.XBTUSD:BITMEX',
  'tradingSessions',
  'price.EURUSD.m:ICM',
  'arbitrage.BTCUSD:KRAKEN||BTCUSD:BITSTAMP',
])('accepts the name %s of the contract', (name) => expect(topicName.safeParse(name).success).toBe(true))

it.each([
  '',
  '.',
  'backtest.',
  'Backtest.1',
  'a b',
  'a.*',
  'a.>',
  '__proto__',
  `a.${'x'.repeat(200)}`,
  'a.b||',
  'a.b|c',
  `a.b||${'x'.repeat(200)}`,
])('rejects the name "%s", which is not in the contract', (name) =>
  expect(topicName.safeParse(name).success).toBe(false),
)
