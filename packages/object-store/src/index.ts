export { FolderStore } from './folder-store.ts'
export {
  type ObjectStore,
  requireObjectName,
  type StoredObject,
  type Upload,
  type UploadedPart,
} from './object-store.ts'
export { S3Store } from './s3/s3-store.ts'
