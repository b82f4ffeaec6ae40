import { expect, it } from 'vitest'
import { isAddressOrNetwork, isAllowed } from './address-list.ts'

it.each([
  ['203.0.113.7', ['203.0.113.7'], true],
  ['203.0.113.8', ['203.0.113.7'], false],
  ['203.0.113.8', ['198.51.100.1', '203.0.113.0/24'], true],
  ['::ffff:203.0.113.8', ['203.0.113.0/24'], true],
  ['2001:db8::1', ['2001:db8::/32'], true],
  ['2001:db9::1', ['2001:db8::/32'], false],
  ['203.0.113.8', ['2001:db8::/32'], false],
  ['not an address', ['0.0.0.0/0'], false],
  ['203.0.113.8', [], true],
])('%s in %j: %s', (address, list, is) => {
  expect(isAllowed(address, list)).toBe(is)
})

it.each([
  ['203.0.113.7', true],
  ['10.0.0.0/8', true],
  ['2001:db8::/32', true],
  ['::1', true],
  ['10.0.0.0/33', false],
  ['example.com', false],
  ['7', false],
  ['', false],
])('an address or a network is %s: %s', (text, is) => {
  expect(isAddressOrNetwork(text)).toBe(is)
})
