import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, until } from '@tradeloom/testkit'
import { afterAll, beforeAll, describe } from 'vitest'
import { checkStore } from './conformance.fixture.ts'
import { S3Store } from './s3/s3-store.ts'

/** Made by `python3 -m venv .cache/moto && .cache/moto/bin/pip install 'moto[s3,server]==5.2.5'`. */
const PROGRAM = join(import.meta.dirname, '..', '..', '..', '.cache', 'moto', 'bin', 'moto_server')
const isThere = existsSync(PROGRAM)

/** A model of S3 that other people wrote. */
describe.skipIf(!isThere)(isThere ? 'moto' : 'moto is not installed: its Python environment is missing', () => {
  let endpoint = ''
  let server: ChildProcess
  beforeAll(async () => {
    const port = await freePort()
    endpoint = `http://127.0.0.1:${port}`
    server = spawn(PROGRAM, ['-H', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
    const create = () => fetch(`${endpoint}/tradeloom`, { method: 'PUT' }).then(({ ok }) => ok)
    await until(() => create().catch(() => false))
  })
  afterAll(() => void server?.kill('SIGKILL'))

  const keys = { region: 'us-east-1', bucket: 'tradeloom', accessKeyId: 'any', secretAccessKey: 'any' }
  checkStore(() => new S3Store({ endpoint, ...keys }, 'below/'))
})
