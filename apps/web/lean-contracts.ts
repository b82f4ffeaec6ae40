import type { Plugin } from 'vite'

const SERVER_LINES =
  /^\s*(?:(?:api|audit): (?:\{[^{}]*\}|[^\n]*)|summary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`)),?$/gm

/** Leaves out what calls are described and governed by: only the server needs it, and every page would load it. */
export function leanContracts(): Plugin {
  return {
    name: 'lean-contracts',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /packages[\\/]contracts[\\/]src[\\/]http[\\/].*\.ts$/ },
      handler: (code) => ({ code: code.replaceAll(SERVER_LINES, ''), map: null }),
    },
  }
}
