import { expect, it } from 'vitest'
import { passkeySite } from './passkey-site.ts'

it.each([
  ['https://desk.example.com', 'whatever', 'desk.example.com'],
  ['https://desk.example.com:8443/', undefined, 'desk.example.com'],
  ['http://localhost:7070', 'localhost:7070', 'localhost'],
  [undefined, 'localhost:7070', 'localhost'],
  // Browsers have no passkeys without TLS.
  ['http://desk.example.com', 'desk.example.com', null],
  [undefined, 'desk.example.com', null],
  ['https://192.0.2.1', '192.0.2.1', null],
  ['https://[2001:db8::1]', '[2001:db8::1]', null],
  [undefined, '127.0.0.1:7070', null],
  [undefined, undefined, null],
])('at %s, asked as %s, passkeys belong to %s', (publicUrl, requestedHost, host) => {
  expect(passkeySite(publicUrl, requestedHost)?.host ?? null).toBe(host)
})
