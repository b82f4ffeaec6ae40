import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isPublicAddress } from './is-public-address.ts'
import { Outbound, OutboundRefused } from './outbound.ts'

const CALL = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'hello' }

let reached: string[] = []
let servers: Server[] = []
let port = 0

function listen(host: string, at: number): Promise<Server> {
  const server = createServer((request, response) => {
    reached.push(host)
    if (request.url === '/away') response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    else if (request.url === '/large') response.end('x'.repeat(200_000))
    else response.end('ok')
  })
  return new Promise((done) => server.listen(at, host, () => done(server)))
}

beforeAll(async () => {
  const first = await listen('127.0.0.2', 0)
  port = (first.address() as AddressInfo).port
  servers = [first, await listen('127.0.0.1', port)]
})
afterAll(() => {
  for (const server of servers) server.close()
})

it.each([
  '169.254.169.254',
  '127.0.0.1',
  '10.1.2.3',
  '192.168.0.1',
  '0.0.0.0',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::127.0.0.1]',
  '[fd00::1]',
  '2130706433',
  '0x7f.1',
])('a call to %s is refused', async (host) => {
  reached = []
  const call = new Outbound({ networks: [] }).send({ ...CALL, url: `http://${host}:${port}/` })
  await expect(call).rejects.toThrow(OutboundRefused)
  expect(reached).toEqual([])
})

it('a name that means something else a moment later reaches nothing else', async () => {
  reached = []
  const answers = ['127.0.0.2', '127.0.0.1', '127.0.0.1']
  let asked = 0
  const lookup = async () => [{ address: answers[asked++] ?? '' }]
  const outbound = new Outbound({ networks: ['127.0.0.2/32'], lookup })
  expect(await outbound.send({ ...CALL, url: `http://rebinds.example:${port}/` })).toMatchObject({
    status: 200,
    text: 'ok',
  })
  expect(asked).toBe(1)
  expect(reached).toEqual(['127.0.0.2'])
  await expect(outbound.send({ ...CALL, url: `http://rebinds.example:${port}/` })).rejects.toThrow(OutboundRefused)
  expect(reached).toEqual(['127.0.0.2'])
})

it('a name with a private address among its addresses is refused', async () => {
  const lookup = async () => [{ address: '8.8.8.8' }, { address: '10.0.0.1' }]
  const outbound = new Outbound({ networks: [], lookup })
  expect(await outbound.problemOf('https://both.example/')).toContain('not on the internet')
  expect(await new Outbound({ networks: [], lookup: async () => [] }).problemOf('https://none.example')).toContain(
    'no host',
  )
})

it('a redirect is not followed, and a large answer is cut', async () => {
  const outbound = new Outbound({ networks: ['127.0.0.0/8'] })
  expect((await outbound.send({ ...CALL, url: `http://127.0.0.2:${port}/away` })).status).toBe(302)
  expect((await outbound.send({ ...CALL, url: `http://127.0.0.2:${port}/large` })).text).toHaveLength(64 * 1024)
})

it('other protocols are refused', async () => {
  await expect(new Outbound({ networks: [] }).send({ ...CALL, url: 'ftp://example.com' })).rejects.toThrow(
    OutboundRefused,
  )
})

it.each([
  ['compatible', '::7f00:1'],
  ['compatible, of the internet', '::8.8.8.8'],
  ['mapped', '::ffff:10.0.0.1'],
  ['translated', '::ffff:0:10.0.0.1'],
  ['NAT64', '64:ff9b::10.0.0.1'],
  ['local NAT64', '64:ff9b:1::10.0.0.1'],
  ['6to4', '2002:0a00:0001::1'],
  ['Teredo', '2001:0:4136:e378:8000:63bf:80ff:fffe'],
  ['ISATAP', '2606:4700::5efe:10.0.0.1'],
  ['ISATAP, global', '2606:4700::200:5efe:10.0.0.1'],
  ['outside of what is assigned', '4000::1'],
])('an IPv6 address with an IPv4 address in it is inside: %s', (_, address) => {
  expect(isPublicAddress(address, [])).toBe(false)
})

it('addresses of the internet are public, and listed ones are called', () => {
  for (const address of ['8.8.8.8', '2606:4700::1111']) expect(isPublicAddress(address, [])).toBe(true)
  for (const address of ['100.64.0.1', '224.0.0.1', 'fe80::1', '64:ff9b::7f00:1', '2002:7f00:1::', 'nothing'])
    expect(isPublicAddress(address, []), address).toBe(false)
  expect(isPublicAddress('192.168.1.7', ['192.168.1.0/24'])).toBe(true)
  expect(isPublicAddress('192.168.1.7', ['192.168.1.7'])).toBe(true)
  expect(isPublicAddress('192.168.2.7', ['192.168.1.0/24', 'fd00::/8'])).toBe(false)
})
