import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { replyToError } from './reply-to-error.ts'
import { serveWebApp } from './web-app.ts'
import { addWebHeaders, compressAnswers } from './web-headers.ts'

const PAGE = '<!doctype html><title>Tradeloom</title>'
const ROUTES = {
  '/': 'home',
  '/algorithms': 'algorithms',
  '/algorithms/:id/edit': 'editor',
  '/algorithms/:id/backtest/:backtestId': 'result',
  '/indicators/:indicatorId/edit': 'indicator',
  '/instruments/:instrumentId': 'instrument',
  '/documentation/:slug': 'documentation',
  '/platform/:layoutName': 'platform',
  '/panel/:view': 'panel',
  '/embed/chart': 'embed',
  '/about': 'about',
}
const ID = '01890000-0000-7000-8000-000000000000'

let folder: string
let app: FastifyInstance

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tradeloom-web-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), PAGE)
  mkdirSync(join(folder, 'pages'))
  const pages = Object.entries(ROUTES).map(([url, name]) => [url, `pages/${name}.html`])
  writeFileSync(join(folder, 'routes.json'), JSON.stringify(Object.fromEntries(pages)))
  for (const name of Object.values(ROUTES)) writeFileSync(join(folder, 'pages', `${name}.html`), PAGE + name)
  writeFileSync(join(folder, 'robots.txt'), 'User-agent: *\n')
  writeFileSync(join(folder, 'assets', 'main-abc.js'), 'x()'.repeat(1000))
  writeFileSync(join(folder, 'assets', 'built-abc.js'), 'x()'.repeat(1000))
  writeFileSync(join(folder, 'assets', 'built-abc.js.br'), 'as the build compressed it')
  writeFileSync(join(folder, 'assets', 'script-worker-abc.js'), 'x()')
  app = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
  app.setErrorHandler((error, request, reply) =>
    replyToError(error, request, reply, { answers: async () => true, sinceAway: () => Number.POSITIVE_INFINITY }),
  )
  await addWebHeaders(app, false)
  await compressAnswers(app)
  await serveWebApp(app, folder, 'http://127.0.0.1:7071')
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

describe('screens', () => {
  it.each([
    ['/', 'home'],
    ['/algorithms', 'algorithms'],
    ['/algorithms/', 'algorithms'],
    [`/algorithms/${ID}/edit`, 'editor'],
    [`/algorithms/${ID}/backtest/${ID}`, 'result'],
    [`/indicators/${ID}/edit`, 'indicator'],
    ['/indicators/SMA/edit', 'indicator'],
    ['/instruments/BTCUSDT.P:BINANCE', 'instrument'],
    ['/instruments/EURUSD%3ASIM', 'instrument'],
    ['/documentation/orders-and-stops', 'documentation'],
    ['/platform/Forex%20Markets', 'platform'],
    [`/platform/${encodeURIComponent('50% 市場'.padEnd(40, '市'))}`, 'platform'],
    ['/about', 'about'],
  ])('%s returns the page that loads its code', async (url, name) => {
    const answer = await get(url)
    expect(answer).toMatchObject({ statusCode: 200, body: PAGE + name })
    expect(answer.headers['cache-control']).toBe('no-cache')
  })

  it('/ returns no code of its own to a browser with a login, which is sent on to another screen', async () => {
    for (const cookie of ['tradeloom.session_token=x.y', 'tradeloom.device=a; __Host-tradeloom.session_token=x.y']) {
      expect(await get('/', { cookie })).toMatchObject({ statusCode: 200, body: PAGE })
      expect((await get('/algorithms', { cookie })).body).toBe(`${PAGE}algorithms`)
    }
    expect((await get('/', { cookie: 'tradeloom.device=a' })).body).toBe(`${PAGE}home`)
  })

  it.each([
    '/nothing',
    '/algorithms/nothing/edit',
    `/algorithms/${ID}/nothing`,
    '/indicators/1st/edit',
    '/instruments/EURUSD',
    '/instruments/eurusd:sim',
    '/documentation/Orders.html',
    `/platform/${'x'.repeat(41)}`,
    '/platform/a%2Fb',
    '/About',
    '/wp-login.php',
    '/index.html',
    '/pages/home.html',
  ])('%s returns 404 with the page', async (url) => {
    const answer = await get(url, { 'if-none-match': '*', 'if-modified-since': new Date().toUTCString() })
    expect(answer).toMatchObject({ statusCode: 404, body: PAGE })
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it.each([
    '/api/nothing',
    '/%61pi/nothing',
    '/API/nothing',
    '//api/nothing',
    '/assets/gone.js',
    '/public-api',
    '/documentation/includes/nothing',
  ])('%s returns 404 without a page', async (url) => {
    const answer = await get(url)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ kind: 'not-found' })
  })
})

it('sends what the build has compressed, also when the page itself is too short for that', async () => {
  const script = await get('/assets/built-abc.js', { 'accept-encoding': 'gzip, deflate, br, zstd' })
  expect(script.headers['content-encoding']).toBe('br')
  expect(script.headers['content-type']).toContain('javascript')
  expect(script.body).toBe('as the build compressed it')
})

it('sends headers about documents with pages and workers, and few with the parts of a page', async () => {
  for (const url of [
    '/algorithms',
    '/nothing',
    '/panel/trades',
    '/embed/nothing',
    '/assets/script-worker-abc.js',
    '/robots.txt',
  ]) {
    const { headers } = await get(url)
    expect(headers['content-security-policy'], url).toContain("default-src 'self'")
    expect(headers['x-frame-options'], url).toBe('DENY')
  }
  // Only pages use the switch past this server.
  const connects = async (url: string) =>
    /connect-src ([^;]*)/.exec(String((await get(url)).headers['content-security-policy']))?.[1]
  expect(await connects('/algorithms')).toBe("'self' http://127.0.0.1:7071")
  expect(await connects('/robots.txt')).toBe("'self'")
  const { headers: embedded } = await get('/embed/chart?instrumentId=EURUSD:SIM')
  expect(embedded['content-security-policy']).toMatch(/default-src 'self'.*frame-ancestors \*$/)
  expect(embedded['x-frame-options']).toBeUndefined()
  for (const encoding of ['br', 'gzip', 'identity']) {
    const { headers } = await get('/assets/built-abc.js', { 'accept-encoding': encoding })
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['cross-origin-resource-policy']).toBe('same-origin')
    expect(Object.keys(headers).length, Object.keys(headers).join()).toBeLessThanOrEqual(10)
  }
})

it('lets hashed files be cached forever, compresses them, and serves robots.txt', async () => {
  const script = await get('/assets/main-abc.js', { 'accept-encoding': 'gzip' })
  expect(script.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'gzip',
  })
  const robots = await get('/robots.txt')
  expect(robots).toMatchObject({ statusCode: 200, body: 'User-agent: *\n' })
})
