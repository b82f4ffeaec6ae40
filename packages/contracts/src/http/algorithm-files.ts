import { z } from 'zod'
import { READ } from './api-terms.ts'
import { algorithm, algorithmFields } from './algorithms.ts'
import { byId, nothing } from './common.ts'
import { endpoint } from './endpoint.ts'
import { line } from './text.ts'
import { isoTime } from './time.ts'
import { MAX_INTEGER, wholeNumber } from './whole-number.ts'

const { name, description, tags, script, message } = algorithmFields

const indicatorCopy = z.strictObject({
  key: line.regex(/^[A-Za-z_$][\w$]*$/, 'Key must be a valid JavaScript identifier').max(40),
  name,
  script,
})

export const fileVersion = z.strictObject({
  versionNo: wholeNumber(1, MAX_INTEGER),
  message,
  time: isoTime,
  script,
  /** The custom indicators that the script uses. */
  indicators: z.array(indicatorCopy).max(100),
})
export type FileVersion = z.infer<typeof fileVersion>

/** An algorithm with its versions, oldest first, as a file. */
export const algorithmFile = z.strictObject({
  format: z.literal('tradeloom-algorithm', 'This is not an exported algorithm'),
  version: z.literal(1, 'This file needs a newer version of Tradeloom'),
  name,
  description,
  tags,
  versions: z
    .array(fileVersion)
    .min(1, 'The file has no version')
    .max(500, 'An algorithm file has at most 500 versions'),
})
export type AlgorithmFile = z.infer<typeof algorithmFile>

export const exportAlgorithm = endpoint({
  method: 'GET',
  path: '/api/algorithm/:id/export',
  auth: 'user',
  summary: 'An own algorithm with its versions as a file, or a shared one with its shared versions',
  api: READ,
  params: byId,
  query: nothing,
  body: nothing,
  response: algorithmFile,
})

export const importAlgorithm = endpoint({
  method: 'POST',
  path: '/api/algorithms/import',
  auth: 'user',
  summary: 'Create an algorithm with its versions from a file',
  params: nothing,
  query: nothing,
  body: algorithmFile,
  response: algorithm,
})
