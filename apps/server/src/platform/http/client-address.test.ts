import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { addressKey, createClientAddress } from './client-address.ts'

const from = (remoteAddress: string, forwarded: string): IncomingMessage =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage

it('ignores X-Forwarded-For unless proxies are trusted', () => {
  expect(createClientAddress([])(from('10.0.0.1', '1.2.3.4'))).toBe('10.0.0.1')
})

it('trusts the chain of proxies up to the first untrusted address', () => {
  const addressOf = createClientAddress(['10.0.0.0/8'])
  expect(addressOf(from('10.0.0.1', '9.9.9.9, 1.2.3.4, 10.0.0.2'))).toBe('1.2.3.4')
  expect(addressOf(from('11.0.0.1', '1.2.3.4'))).toBe('11.0.0.1')
})

it('counts a /64 IPv6 network as one client and IPv4 addresses one by one', () => {
  expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe(addressKey('2001:db8:1:2::1'))
  expect(addressKey('2001:db8:1:2::1')).not.toBe(addressKey('2001:db8:1:3::1'))
  expect(addressKey('::ffff:1.2.3.4')).toBe('1.2.3.4')
  expect(addressKey('1.2.3.4')).not.toBe(addressKey('1.2.3.5'))
})
