/**
 * Globals that only the engine may use: scripts could read the bits of a NaN with them, which are not the same in every run.
 * The built engine has constants of these names, so that they can be removed from the global object.
 */
export const ENGINE_ONLY_NAMES = [
  'ArrayBuffer',
  'DataView',
  'Float32Array',
  'Float64Array',
  'BigInt64Array',
  'BigUint64Array',
  'Int8Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'Int16Array',
  'Uint16Array',
  'Int32Array',
  'Uint32Array',
] as const
