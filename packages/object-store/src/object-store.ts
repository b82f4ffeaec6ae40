import type { Readable } from 'node:stream'
import { UserError } from '@tradeloom/domain'

export interface StoredObject {
  readonly name: string
  readonly bytes: number
}

/** An object that is being written in parts: it is there once it was finished, and not before. */
export interface Upload {
  readonly name: string
  readonly id: string
}

export interface UploadedPart {
  /** From 1. */
  readonly number: number
  readonly bytes: number
  /** By which the store knows what it was given. */
  readonly tag: string
}

/** Both included, from 0. */
export interface ByteRange {
  readonly from: number
  readonly to: number
}

/**
 * Keeps objects by name, such as `log/00000001`. An object appears whole or not at all, and is never changed in part. All
 * methods throw a UserError with what an operator can do about it.
 */
export interface ObjectStore {
  /** Where it is, for people. */
  readonly place: string
  /** Writes an object, in place of one of the same name. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Writes an object unless there is one of that name, which stays: false. */
  putIfAbsent(name: string, bytes: Uint8Array): Promise<boolean>
  /** Null if there is no such object. */
  get(name: string, range?: ByteRange): Promise<Readable | null>
  /** Those whose names begin with `prefix`, by the bytes of their names. */
  list(prefix: string): AsyncIterable<StoredObject>
  /** That it is not there is no fault. */
  delete(name: string): Promise<void>
  beginUpload(name: string): Promise<Upload>
  /** All parts but the last have at least 5 MiB. A number that was given before replaces that part. */
  putPart(upload: Upload, number: number, bytes: Uint8Array): Promise<UploadedPart>
  /** Of an upload that was interrupted, by number; null if the store no longer knows it. */
  listParts(upload: Upload): Promise<UploadedPart[] | null>
  /** In the order of the parts, which are all of them. */
  finishUpload(upload: Upload, parts: readonly UploadedPart[]): Promise<void>
  /** Gives up an upload, and frees what it has. */
  abortUpload(upload: Upload): Promise<void>
  /** That were begun, and neither finished nor given up, of objects whose names begin with `prefix`. */
  listUploads(prefix: string): Promise<Upload[]>
}

const MAX_NAME_BYTES = 1024

/** @throws {UserError} unless every store takes it as it is: no empty or relative part, nothing invisible. */
export function requireObjectName(name: string): string {
  const isPlain =
    Buffer.byteLength(name) <= MAX_NAME_BYTES &&
    !/[\p{Cc}\p{Cs}\\]/u.test(name) &&
    name.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  if (isPlain) return name
  throw new UserError('invalid-input', `${JSON.stringify(name.slice(0, 100))} cannot be the name of an object`)
}
