type WithTaps = { personId: string; taps: { _id: string }[] };

/** The taps about this person that are not yet on the list. */
export function pickNewTaps<T extends { _id: string; personId: string }>(
  { personId, taps: known }: WithTaps,
  taps: T[],
): T[] {
  const ids = new Set(known.map(({ _id }) => _id));
  return taps.filter((tap) => tap.personId === personId && !ids.has(tap._id));
}
