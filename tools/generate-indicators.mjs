// Writes packages/indicators/src/system.generated.js from the scripts in packages/indicators/src/system/.
// The scripts stay the truth: what the View tab shows is the text that runs. Run it after changing one of them;
// with --check it only tells whether the generated file is fresh.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../packages/indicators/src')
const target = join(folder, 'system.generated.js')

/** Keys by file name; everything else is read from the script itself. */
const KEYS = {
  sma: 'SMA',
  ema: 'EMA',
  rsi: 'RSI',
  macd: 'MACD',
  'bollinger-bands': 'BollingerBands',
  atr: 'ATR',
  stochastic: 'Stochastic',
  highest: 'Highest',
  lowest: 'Lowest',
  'standard-deviation': 'StandardDeviation',
}

/** The text of the generated module. Throws when a script has no key or not the form of a system indicator. */
export function generateIndicators() {
  const files = readdirSync(join(folder, 'system')).filter((file) => file.endsWith('.js'))
  const known = Object.keys(KEYS)
  for (const file of files) {
    if (!known.includes(file.slice(0, -3))) throw new Error(`tools/generate-indicators.mjs has no key for ${file}`)
  }
  const entries = known.map((name) => entryOf(name, readFileSync(join(folder, 'system', `${name}.js`), 'utf8')))
  return `// Written by tools/generate-indicators.mjs. Change the scripts in system/ instead.\n/* eslint-disable */\nexport const SYSTEM_INDICATORS = {\n${entries.join('')}}\n`
}

function entryOf(name, source) {
  const key = KEYS[name]
  const title = /^\/\/ (.+)$/m.exec(source)?.[1]
  const handler = /^function onTick\((.*)\) \{$/m.exec(source)?.[1]
  const same = /^function onIntervalClose\((.*)\) \{$/m.exec(source)?.[1]
  const pane = /^const pane = '(overlay|study)'$/m.exec(source)?.[1]
  if (!title || handler === undefined || handler !== same || !pane) {
    throw new Error(`${name}.js needs a title comment, a pane, and onTick and onIntervalClose with the same arguments`)
  }
  const outputs = /^const outputs = \[(.+)\]$/m.exec(source)?.[1]
  const parameters = handler.split(', ').map((text) => {
    const [parameter, value] = text.split(' = ')
    return { name: parameter, defaultValue: Number(value) }
  })
  return `  ${key}: {
    key: '${key}',
    name: ${JSON.stringify(title)},
    pane: '${pane}',
    outputs: ${outputs ? `[${outputs}]` : "['value']"},
    parameters: ${JSON.stringify(parameters)},
    source: ${JSON.stringify(source)},
    factory: function ({ bar, ring }) { ${source}
    return { onTick, onIntervalClose } },
  },
`
}

if (process.argv[1] === import.meta.filename) {
  const text = generateIndicators()
  if (process.argv.includes('--check')) {
    if (readFileSync(target, 'utf8') !== text) throw new Error('system.generated.js is stale: run this without --check')
  } else {
    writeFileSync(target, text)
  }
}
