import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { envelopeKeyId, openEnvelope, rewrapEnvelope, sealEnvelope } from './envelope.ts'

const PLACE = { table: 'second_factors', row: '01a1fcbd', column: 'secret' }
const [KEY, OTHER] = [randomBytes(32), randomBytes(32)]

it.each(['', 'JBSWY3DPEHPK3PXP', '€'.repeat(10_000)])('an envelope opens to its secret in its place', (secret) => {
  const envelope = sealEnvelope(KEY, secret, PLACE)
  expect(openEnvelope(KEY, envelope, PLACE)).toBe(secret)
  expect(envelope.equals(sealEnvelope(KEY, secret, PLACE))).toBe(false)
  if (secret !== '') expect(envelope.includes(secret)).toBe(false)
})

it.each([{ table: 'other' }, { row: '02' }, { column: 'other' }])(
  'an envelope opens in no other place: %o',
  (change) => {
    const envelope = sealEnvelope(KEY, 'secret', PLACE)
    expect(() => openEnvelope(KEY, envelope, { ...PLACE, ...change })).toThrow('is damaged or does not belong there')
  },
)

it('an envelope of which a single bit was changed or a byte is missing does not open', () => {
  const envelope = sealEnvelope(KEY, 'secret', PLACE)
  for (let index = 0; index < envelope.length; index++) {
    const changed = Buffer.from(envelope)
    changed[index]! ^= 1
    expect(() => openEnvelope(KEY, changed, PLACE)).toThrow(/damaged|sealed with another key/)
    expect(() => openEnvelope(KEY, envelope.subarray(0, index), PLACE)).toThrow(/damaged|sealed with another key/)
  }
})

it('an envelope is wrapped for another key without opening it, and then the old key is of no use', () => {
  const envelope = sealEnvelope(KEY, 'secret', PLACE)
  expect(() => openEnvelope(OTHER, envelope, PLACE)).toThrow('was sealed with another key')
  const rewrapped = rewrapEnvelope(KEY, { to: OTHER, place: PLACE }, envelope)
  expect(openEnvelope(OTHER, rewrapped, PLACE)).toBe('secret')
  expect(() => openEnvelope(KEY, rewrapped, PLACE)).toThrow('was sealed with another key')
  expect(envelopeKeyId(OTHER).equals(rewrapped.subarray(1, 9))).toBe(true)
})
