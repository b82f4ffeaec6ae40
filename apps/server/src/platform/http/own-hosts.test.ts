import { expect, it } from 'vitest'
import { createIsOwnHost } from './own-hosts.ts'

const settings = { host: '127.0.0.1', publicUrl: 'https://loom.example/', allowedHosts: ['loom.lan'] }

it.each([
  'localhost',
  'LOCALHOST:7070',
  '127.0.0.1:7070',
  '127.0.0.1',
  '[::1]:7070',
  'loom.example',
  'Loom.Example:443',
  'loom.lan:80',
])('%s is a name of this server', (host) => expect(createIsOwnHost(settings)(host)).toBe(true))

it.each([
  undefined,
  '',
  'evil.example',
  'evil.example:7070',
  'localhost.evil.example',
  'localhost@evil.example',
  'evil.example#localhost',
  'evil.example/localhost',
  '127.0.0.1.evil.example',
  '192.168.1.5',
  'xn--lcalhost-',
  'locälhost',
  'loom.example.',
])('%s is not', (host) => expect(createIsOwnHost(settings)(host)).toBe(false))

it('accepts any IP address but no other name when it listens on every address', () => {
  for (const host of ['0.0.0.0', '::']) {
    const isOwn = createIsOwnHost({ ...settings, host })
    expect(isOwn('192.168.1.5:7070') && isOwn('[fe80::1]:7070') && isOwn('localhost')).toBe(true)
    expect(isOwn('evil.example')).toBe(false)
  }
})

it('accepts the address or the name that it is bound to', () => {
  for (const host of ['fd00::7', '10.1.2.3', 'loom.home']) {
    const name = host.includes(':') ? `[${host}]` : host
    expect(createIsOwnHost({ ...settings, host })(`${name}:7070`)).toBe(true)
  }
})
