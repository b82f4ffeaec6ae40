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

const GUIDE = join(import.meta.dirname, '..', '..', 'docs', 'proxies.md')
/** More than nginx takes unless it is told to. */
const ROWS = 40_000

interface Ports {
  readonly at: number
  readonly server: number
  readonly kill: number
}

interface Proxy {
  readonly program: string
  readonly version: string
  /** The recipe of the guide at a port, without TLS. */
  readonly here: (recipe: string, at: number) => string
  /** Writes its files, and says how it is run. */
  readonly prepare: (folder: string, recipe: string) => readonly string[]
}

const PROXIES: Readonly<Record<'nginx' | 'caddy', Proxy>> = {
  nginx: {
    program: '/usr/sbin/nginx',
    version: '-v',
    here: (recipe, at) =>
      recipe
        .replace('listen 443 ssl', `listen 127.0.0.1:${at}`)
        .replace('server_name trade.example.com', 'server_name 127.0.0.1')
        .replaceAll(/^ *ssl_\w+ .*\n/gm, ''),
    prepare: (folder, recipe) => {
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (one) => `${one}_temp_path ${folder}/${one};`,
      )
      const http = `access_log off;\n${paths.join('\n')}\n${recipe}`
      const path = join(folder, 'nginx.conf')
      const user = process.getuid?.() === 0 ? 'user root;' : ''
      const log = `error_log ${folder}/error.log;`
      writeFileSync(path, `${user} daemon off; ${log} pid ${folder}/pid; events {}\nhttp {\n${http}\n}`)
      return ['-p', folder, '-c', path]
    },
  },
  caddy: {
    program: '/usr/bin/caddy',
    version: 'version',
    here: (recipe, at) => recipe.replace('trade.example.com', `http://127.0.0.1:${at}`),
    prepare: (folder, recipe) => {
      const path = join(folder, 'Caddyfile')
      writeFileSync(path, `{\n  admin off\n  log {\n    level ERROR\n  }\n}\n${recipe}`)
      return ['run', '--config', path, '--adapter', 'caddyfile']
    },
  },
}

function recipeOf(name: keyof typeof PROXIES, { at, server, kill }: Ports): string {
  const [, text = ''] = new RegExp(`\`\`\`${name}\n([^\`]*)\`\`\``).exec(readFileSync(GUIDE, 'utf8')) ?? []
  return PROXIES[name].here(text, at).replaceAll(':7070', `:${server}`).replaceAll(':7071', `:${kill}`)
}

async function start(name: keyof typeof PROXIES, ports: Ports) {
  const { program, prepare } = PROXIES[name]
  const folder = mkdtempSync(join(tmpdir(), `tradeloom-${name}-`))
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child = spawn(program, prepare(folder, recipeOf(name, ports)), { stdio: 'inherit', env })
  const ended = once(child, 'exit')
  return async (): Promise<void> => {
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

for (const name of ['nginx', 'caddy'] as const)
  test(`everything works behind ${name}, as the guide sets it up`, { tag: '@full' }, async ({ browser }) => {
    const { program, version } = PROXIES[name]
    test.skip(spawnSync(program, [version]).status !== 0, `${name} is not installed`)
    const [at, kill] = [await freePort(), await freePort()]
    const env = { TRUSTED_PROXIES: 'loopback', TRADELOOM_KILL_PORT: String(kill) }
    const installation = await Installation.open({ env })
    const stop = await start(name, { at, server: Number(new URL(installation.url).port), kill })
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
      const imported = page
        .getByRole('list', { name: 'Imports' })
        .getByRole('listitem')
        .filter({ hasText: 'EURUSD:FAR' })
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
