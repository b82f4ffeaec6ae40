import type { Plugin } from 'vite'

/** The module of zod that gives each schema its methods. */
const SCHEMAS = /[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/
const PROCESSORS = 'import * as processors from "../core/json-schema-processors.js";'
const METHODS = 'import { createStandardJSONSchemaMethod, createToJSONSchemaMethod } from "../core/to-json-schema.js";'

/** Leaves out what converts schemas to JSON Schema, which no page does: each schema refers to it. */
export function leanZod(): Plugin {
  return {
    name: 'lean-zod',
    apply: 'build',
    transform(code, id) {
      if (!SCHEMAS.test(id)) return null
      if (!code.includes(PROCESSORS) || !code.includes(METHODS)) throw new Error('lean-zod.ts does not fit this zod')
      const lean = code
        .replace(PROCESSORS, 'const processors = {};')
        .replace(
          METHODS,
          'const createStandardJSONSchemaMethod = () => undefined, createToJSONSchemaMethod = () => undefined;',
        )
      return { code: lean, map: null }
    },
  }
}
