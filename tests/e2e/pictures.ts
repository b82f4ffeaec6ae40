// Makes pictures of every page and dialog, empty, filled and with errors, wide and narrow, dark and light, and a page
// that shows them all. Usage: node tests/e2e/pictures.ts [options of `playwright test`]
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const PICTURES = join(import.meta.dirname, '..', '..', 'test-results', 'screens')

const SPECS = [
  'screens.spec.ts',
  'screen-states.spec.ts',
  'optimization-charts.spec.ts',
  'optimization-choices.spec.ts',
]

rmSync(PICTURES, { recursive: true, force: true })
const { status } = spawnSync(
  process.execPath,
  [join(import.meta.dirname, 'main.ts'), ...SPECS, ...process.argv.slice(2)],
  { stdio: 'inherit', env: { ...process.env, TRADELOOM_LANE: 'full', TRADELOOM_PICTURES: 'on' } },
)
const names = existsSync(PICTURES) ? readdirSync(PICTURES).filter((name) => name.endsWith('.jpeg')) : []
writeFileSync(join(PICTURES, 'index.html'), pageOf(names))
console.log(`${names.length} pictures: ${join(PICTURES, 'index.html')}`)
process.exit(status ?? 1)

/** All views of a screen side by side, by its name. */
function pageOf(files: readonly string[]): string {
  const screens = Map.groupBy(files.toSorted(), (file) => file.replace(/-(wide|narrow)-(dark|light)\.jpeg$/, ''))
  const rows = [...screens].map(([screen, views]) => {
    const images = views.map((file) => `<a href="${file}"><img src="${file}" loading="lazy" alt="${file}"></a>`)
    return `<h2>${screen}</h2><div>${images.join('')}</div>`
  })
  const style =
    'body{font:14px sans-serif;background:#ccd}div{display:flex;gap:8px;overflow-x:auto}img{height:640px;border:1px solid #889}'
  return `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${style}</style>${rows.join('\n')}\n`
}
