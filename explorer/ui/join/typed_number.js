// Which numbers a typed text may mean; the same texts are read by explorer/questions/read_number.py. Both pass the cases of
// tests/questions/typed_numbers.json.

const SPACES = " _'’\u2009\u202f\u00a0"
const RUN = new RegExp(`[\\d.][\\d.,${SPACES}]*[\\d.]|\\d`, "g")
const GROUP = new RegExp(`(?<=\\d)[${SPACES}](?=\\d{3}(?!\\d))`, "g")
const SIGNS = { "−": "-", "–": "-", "٫": ".", "٬": "’", "⁄": "/", "٪": "%" }
const PLAIN = /^([-+]?)\s*(\d+\.?\d*|\.\d+)(?:\s*\/\s*(\d+)|e([-+]?\d{1,2}))?\s*%?$/i

/** ASCII digit for one of any script: a script's zero stands at …0 or …6 in Unicode. @param {string} digit */
function decimal(digit) {
  const code = digit.normalize("NFKC").codePointAt(0) ?? 0
  const low = code % 16
  return String(/\p{Nd}/u.test(String.fromCodePoint(code - low)) ? low : low - 6)
}

/** @param {string} text */
function plainDigits(text) {
  const signs = [...text].map((sign) => SIGNS[/** @type {keyof typeof SIGNS} */ (sign)] ?? (/\p{Nd}/u.test(sign) ? decimal(sign) : sign))
  return signs.join("").replace(/(\d*) ?([¼½¾⅐-⅞])/g, (_, whole, part) => {
    const [above, below] = part.normalize("NFKD").split("⁄").map(Number)
    return `${Number(whole || 0) * below + above}/${below}`
  })
}

/** Whether a text is one to three digits and then groups of three. @param {string} text @param {string} separator */
const areGroups = (text, separator) => new RegExp(`^\\d{1,3}(?:\\${separator}\\d{3})+$`).test(text)

/** The values of one run of digits and separators; none for a way of writing that nobody has. @param {string} run */
function values(run) {
  const text = run.replace(GROUP, "")
  const count = (/** @type {string} */ sign) => text.split(sign).length - 1
  const [commas, points] = [count(","), count(".")]
  const [first, last] = text.lastIndexOf(".") > text.lastIndexOf(",") ? [",", "."] : [".", ","]
  if (new RegExp(`[${SPACES}]`).test(text)) return []
  if (commas && points) {
    const cut = text.lastIndexOf(last)
    const [head, tail] = [text.slice(0, cut), text.slice(cut + 1)]
    return count(last) === 1 && areGroups(head, first) ? [`${head.replaceAll(first, "")}.${tail}`] : []
  }
  if (commas === 1) {
    const [head, tail] = text.split(",")
    if (!tail) return []
    return areGroups(text, ",") && head[0] !== "0" ? [head + tail, `${head}.${tail}`] : [`${head}.${tail}`]
  }
  if (commas + points <= 1) return [text]
  return areGroups(text, last) ? [text.replaceAll(last, "")] : []
}

/** All numbers that the text may mean: none if it is no number, two if a comma can be read in two ways. @param {string} text */
export function readings(text) {
  let texts = [""]
  let end = 0
  const plain = plainDigits(text.trim())
  for (const run of plain.matchAll(RUN)) {
    const between = plain.slice(end, run.index)
    texts = texts.flatMap((before) => values(run[0]).map((value) => before + between + value))
    end = run.index + run[0].length
  }
  const found = texts.map((each) => PLAIN.exec(each + plain.slice(end))).filter((match) => match !== null)
  return found
    .map(([, sign, digits, below, ten]) => (sign === "-" ? -1 : 1) * Number(digits) / Number(below ?? 1) * 10 ** Number(ten ?? 0))
    .filter(Number.isFinite)
}
