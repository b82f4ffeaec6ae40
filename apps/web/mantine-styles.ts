import type { Plugin } from 'vite'

const ALL = '@mantine/core/styles.layer.css'
/** What every page needs. */
const GLOBAL = ['baseline', 'default-css-variables', 'global']
/** The class names of a component. */
const CLASSES = /[\\/]@mantine[\\/]core[\\/]esm[\\/].*[\\/](\w+)\.module\.mjs$/

/**
 * Lets each component of Mantine bring its own styles, so that a page loads the styles of its components only: all of
 * them are ten times as large as those of the first page. Development uses the whole file.
 */
export function mantineStyles(): Plugin {
  return {
    name: 'mantine-styles',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source === ALL ? `\0mantine-styles.js` : null),
    load: (id) =>
      id === `\0mantine-styles.js`
        ? GLOBAL.map((name) => `import '@mantine/core/styles/${name}.layer.css'`).join('\n')
        : null,
    transform(code, id) {
      const [, name] = CLASSES.exec(id) ?? []
      return name === undefined ? null : { code: `import '@mantine/core/styles/${name}.layer.css'\n${code}`, map: null }
    },
  }
}
