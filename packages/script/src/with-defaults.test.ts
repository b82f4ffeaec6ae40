import { describe, expect, it } from 'vitest'
import { analyzeScript } from './analyze-script.ts'
import { withDefaults } from './with-defaults.ts'

const SCRIPT = `// Crosses: fast 5
const externals = [
  { name: 'fast', defaultValue: 5 }, // shorter
  { "defaultValue": -0.5, name: 'shift' },
  { name: 'slow' },
  'stop',
  { name: 'kept', defaultValue: 1e3 },
]
const limit: number = 5
function onTick() { log(fast + slow + stop + shift + kept + limit) }
`

describe('new defaults of externals', () => {
  it('replace the old values and leave everything else, types and comments included, as it is', () => {
    const changed = withDefaults(SCRIPT, { fast: 20, shift: 0.3, slow: 50, stop: -2 })
    expect(changed).toBe(
      SCRIPT.replace("'fast', defaultValue: 5", "'fast', defaultValue: 20")
        .replace('-0.5', '0.3')
        .replace("{ name: 'slow' }", "{ name: 'slow', defaultValue: 50 }")
        .replace("'stop'", "{ name: 'stop', defaultValue: -2 }"),
    )
    expect(analyzeScript(changed)).toMatchObject({
      errors: [],
      externals: [
        { name: 'fast', defaultValue: 20 },
        { name: 'shift', defaultValue: 0.3 },
        { name: 'slow', defaultValue: 50 },
        { name: 'stop', defaultValue: -2 },
        { name: 'kept', defaultValue: 1000 },
      ],
    })
  })

  it('are refused for an external that the script does not declare', () => {
    expect(() => withDefaults(SCRIPT, { fast: 1, other: 2 })).toThrow('The script has no external other')
  })

  it('are refused for a script that cannot be parsed', () => {
    expect(() => withDefaults('const externals = [', { fast: 1 })).toThrow('The script cannot be parsed')
  })
})
