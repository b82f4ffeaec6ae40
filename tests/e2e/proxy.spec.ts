import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { register, watchConsole } from './browser.ts'
import { openLayout } from './dashboard-page.ts'
import { Installation } from './faults/installation.ts'
import { freePort } from './server-process.ts'
import { test } from './test.ts'

const NGINX = '/usr/sbin/nginx'
const GUIDE = join(import.meta.dirname, '..', '..', 'docs', 'proxies.md')
/** More than nginx takes unless it is told to. */
const ROWS = 40_000

/** The recipe of the guide, on other ports and without TLS. */
function recipe(ports: { at: number; server: number; kill: number }): string {
  const [, text = ''] = /```nginx\n([^`]*)```/.exec(readFileSync(GUIDE, 'utf8')) ?? []
  return text
    .replace('listen 443 ssl', `listen 127.0.0.1:${ports.at}`)
    .replace('server_name trade.example.com', 'server_name 127.0.0.1')
    .replaceAll(/^ *ssl_\w+ .*\n/gm, '')
    .replaceAll(':7070', `:${ports.server}`)
    .replaceAll(':7071', `:${ports.kill}`)
}

async function startNginx(config: string) {
  const folder = mkdtempSync(join(tmpdir(), 'tradeloom-nginx-'))
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${folder}/${one};`)
  const http = `access_log off;\n${paths.join('\n')}\n${config}`
  const path = join(folder, 'nginx.conf')
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const log = `error_log ${folder}/error.log;`
  writeFileSync(path, `${user} daemon off; ${log} pid ${folder}/pid; events {}\nhttp {\n${http}\n}`)
  const child = spawn(NGINX, ['-p', folder, '-c', path], { stdio: 'inherit' })
  return async (): Promise<void> => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A minute each, from the first of January. */
function minutes(): Buffer {
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const time = new Date(Date.UTC(2024, 0, 1) + row * 60_000).toISOString().slice(0, 16).replace('T', ' ')
    return `${time},1.10000,1.10010,1.09990,1.10000`
  })
  return Buffer.from(['time,open,high,low,close', ...rows].join('\n'))
}

test('everything works behind nginx, as the guide sets it up', { tag: '@full' }, async ({ browser }) => {
  test.skip(spawnSync(NGINX, ['-v']).status !== 0, 'nginx is not installed')
  const [at, kill] = [await freePort(), await freePort()]
  const env = { TRUSTED_PROXIES: 'loopback', TRADELOOM_KILL_PORT: String(kill) }
  const installation = await Installation.open({ env })
  const stop = await startNginx(recipe({ at, server: Number(new URL(installation.url).port), kill }))
  const context = await browser.newContext({ baseURL: `http://127.0.0.1:${at}` })
  try {
    const page = await context.newPage()
    const complaints = watchConsole(page)
    await expect
      .poll(() =>
        page.request.get('/healthz').then(
          (answer) => answer.status(),
          () => 0,
        ),
      )
      .toBe(200)
    await page.goto('/market-data')
    await page.getByRole('button', { name: 'Import data' }).click()
    await register(page, 'distant')
    const dialog = page.getByRole('dialog').last()
    const file = { name: 'eurusd.csv', mimeType: 'text/csv', buffer: minutes() }
    await dialog.getByLabel('Files to import').setInputFiles(file)
    await dialog.getByRole('combobox', { name: 'Format' }).click()
    await page.getByRole('option', { name: /CSV/ }).last().click()
    await dialog.getByLabel('Instrument').fill('EURUSD:FAR')
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    const imported = page.getByRole('list', { name: 'Imports' }).getByRole('listitem').filter({ hasText: 'EURUSD:FAR' })
    await expect(imported).toContainText('Completed', { timeout: 60_000 })

    await openLayout(page, 'Crypto Markets')
    // Prices come over the socket alone.
    const buy = page.locator('[data-view=price-tile]').first().getByRole('button', { name: /^BUY/ })
    const shown = (await buy.textContent()) ?? ''
    await expect(buy).not.toHaveText(shown)
    // The guardian has nothing to watch yet, so the server answers.
    expect((await page.request.get('/kill')).status()).toBe(401)
    expect(complaints).toEqual([])
  } finally {
    // First what nobody else ends.
    await stop()
    await context.close()
    await installation.close()
  }
})
