import { type BoxPlace, ENCAPSULATED_AT, KEY_ID_AT, keyId } from './box.ts'
import { openVault } from './open-vault.ts'
import { sealBox } from './seal-box.ts'

/**
 * Seals boxes again for another key, and hands out no secret. Clears the private key. A box that is sealed for the other
 * key already is null. Throws VaultError for a box of a third key, and for one that was changed or belongs to another place.
 */
export async function openResealer(
  privateKey: Uint8Array,
  to: Uint8Array,
): Promise<(box: Uint8Array, place: BoxPlace) => Promise<Buffer | null>> {
  const vault = await openVault(privateKey)
  const isSealedForIt = (box: Uint8Array): boolean => keyId(to).equals(box.subarray(KEY_ID_AT, ENCAPSULATED_AT))
  return async (box, place) =>
    isSealedForIt(box) ? null : vault.open(box, place, (secret) => sealBox(to, Uint8Array.from(secret), place))
}
