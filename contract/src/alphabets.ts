/** Letters of several alphabets, for comparing names: person-names.ts. */

/** Letters that look like Latin ones, each before the one it looks like. Capitals count where they look different. */
const LOOKALIKES =
  // Cyrillic
  'АaаaВbвbЕeеeЅsѕsІiіiЈjјjКkкkМmмmНhнhОoоoРpрpСcсcТtтtУyуyХxхxһhԁdԛqԜwԝwӀiӏl' +
  // Greek
  'ΑaαaΒbβbΕeεeΖzΗhηnΙiιiΚkκkΜmμuΝnνvΟoοoΡpρpΤtτtΥyυuΧxχxγyωw' +
  // Armenian, Cherokee
  'օoսuհhոnցgզqյjլlՕoՍuԼl' +
  'ᎪaᏴbᏟcᎠdᎬeᏀgᎻhᎥiᎫjᏦkᏞlᎷmᏢpᎡrᏚsᎢtᏙvᎳwᎩyᏃz' +
  // Latin letters that no keyboard has
  'ɑaɡgɩiıiȷjʟlᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkᴍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴠvᴡwʏyᴢz' +
  '0o1l5s|l';

/** How other alphabets are written in Latin letters, roughly. */
const SOUNDS =
  'а a,б b,в v,г g,ґ g,д d,е e,є ie,ж zh,з z,и i,і i,ї i,ј j,й i,к k,л l,љ lj,м m,н n,њ nj,о o,п p,р r,с s,т t,ћ c,ђ dj,' +
  'у u,ў u,ф f,х kh,ц ts,ч ch,џ dz,ш sh,щ shch,ъ ,ы y,ь ,э e,ю iu,я ia,' +
  'α a,β v,γ g,δ d,ε e,ζ z,η i,θ th,ι i,κ k,λ l,μ m,ν n,ξ x,ο o,π p,ρ r,σ s,ς s,τ t,υ y,φ f,χ ch,ψ ps,ω o';

const LOOK = new Map(
  [...LOOKALIKES.matchAll(/(.)([a-z])/gu)].map(([, one = '', as = '']) => [one, as]),
);
const SOUND = new Map(
  SOUNDS.split(',').map((pair) => pair.split(' ') as [letter: string, latin: string]),
);

/** @returns the text with Latin letters in place of those that look like them */
export function lookLatin(text: string): string {
  return [...text].map((letter) => LOOK.get(letter) ?? letter).join('');
}

/** @param text in lower case, without marks @returns Cyrillic and Greek written in Latin letters */
export function soundLatin(text: string): string {
  return [...text].map((letter) => SOUND.get(letter) ?? letter).join('');
}

const EAST_ASIAN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;
/** Whether a text has Chinese, Japanese or Korean letters. */
export function isEastAsian(text: string): boolean {
  return EAST_ASIAN.test(text);
}

const ALPHABETS = [
  ...[/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u],
  ...[/\p{Script=Arabic}/u, /\p{Script=Hebrew}/u, /\p{Script=Georgian}/u],
  ...[/\p{Script=Devanagari}/u, /\p{Script=Bengali}/u, /\p{Script=Thai}/u],
];
/** Belongs to no alphabet, such as a raised letter. */
const SHARED = /[\p{Script=Common}\p{Script=Inherited}]/u;

/** Whether letters of several alphabets are in a text. Chinese, Japanese and Korean may stand beside any other. */
export function hasMixedAlphabets(text: string): boolean {
  const letters = [...text.normalize('NFKC')].filter(
    (one) => /\p{L}/u.test(one) && !EAST_ASIAN.test(one) && !SHARED.test(one),
  );
  return new Set(letters.map((one) => ALPHABETS.findIndex((is) => is.test(one)))).size > 1;
}
