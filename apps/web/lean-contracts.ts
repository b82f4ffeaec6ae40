import type { Plugin } from 'vite'

const SUMMARY = /^\s*summary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`),?$/gm

/** Leaves out the descriptions of calls: only the server shows them, and every page would load them. */
export function leanContracts(): Plugin {
  return {
    name: 'lean-contracts',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /packages[\\/]contracts[\\/]src[\\/]http[\\/].*\.ts$/ },
      handler: (code) => ({ code: code.replaceAll(SUMMARY, ''), map: null }),
    },
  }
}
