// Why a version may not be published yet.

export type Candidate = {
  readonly version: string
  /** The text of CHANGELOG.md. */
  readonly changelog: string
  /** Names of all tags of the repository. */
  readonly tags: readonly string[]
  /** Whether the work tree holds what no commit has. */
  readonly isDirty: boolean
}

/** Each with what to do about it; none means that it may. */
export function whyNot({ version, changelog, tags, isDirty }: Candidate): readonly string[] {
  const tag = tagOf(version)
  const waiting = entriesUnder(changelog, 'Unreleased')
  return [
    ...(isDirty ? ['There are changes that no commit holds: commit them first.'] : []),
    ...(tags.includes(tag) ? [`${tag} was released already: raise "version" in package.json.`] : []),
    ...(waiting > 0
      ? [`CHANGELOG.md has ${waiting} entries under "Unreleased": give them the heading "## ${version}".`]
      : []),
    ...(waiting === 0 && entriesUnder(changelog, version) === 0
      ? [`CHANGELOG.md says nothing of ${version}: write what changed under "## ${version}".`]
      : []),
  ]
}

export function tagOf(version: string): string {
  return `v${version}`
}

/** How many items stand under the heading; a date may follow it. */
function entriesUnder(changelog: string, heading: string): number {
  const section = changelog.split(/^## /m).find((part) => part.split(/\s/, 1)[0] === heading)
  return section?.match(/^- \S/gm)?.length ?? 0
}
