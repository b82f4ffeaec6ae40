const ISSUER = 'Tradeloom'

/** What an authenticator reads from the QR code. */
export function otpauthUri(secret: string, username: string): string {
  const label = encodeURIComponent(`${ISSUER}:${username}`)
  return `otpauth://totp/${label}?secret=${secret}&issuer=${ISSUER}`
}
