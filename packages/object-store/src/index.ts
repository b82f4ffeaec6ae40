export { FolderStore } from './folder-store.ts'
export type { ObjectStore, StoredObject, Upload, UploadedPart } from './object-store.ts'
export { S3Store } from './s3/s3-store.ts'
export type { S3Place } from './s3/sign-request.ts'
