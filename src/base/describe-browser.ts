// Names a browser by its User-Agent, as a person would: 'Firefox on Linux'.

/** The first that fits wins: later browsers carry the names of earlier ones in their User-Agent. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bWindows\b/, 'Windows'],
  [/\b(Linux|X11|CrOS)\b/, 'Linux'],
]

/** Text that names no browser, as the label of a program, stays as it is. */
export function describeBrowser(userAgent: string): string {
  const find = (names: typeof browsers) => names.find(([pattern]) => pattern.test(userAgent))?.[1]
  const browser = find(browsers)
  if (browser === undefined) return userAgent
  const system = find(systems)
  return system === undefined ? browser : `${browser} on ${system}`
}
