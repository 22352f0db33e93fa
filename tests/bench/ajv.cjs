// node ajv.cjs CASES SECONDS: times ajv 8 on the cases of schema_cases.cpp and prints {validate: [µs an instance], compile: [ms]}.
"use strict";
const fs = require("fs");
const Ajv7 = require("ajv");
const Ajv2020 = require("ajv/dist/2020");
const cases = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const fill = Number(process.argv[3]);
const options = { strict: false, validateFormats: false, logger: false };
const fresh = (one) => new (one.draft7 ? Ajv7 : Ajv2020)(options);

function secondsEach(seconds, call) {
  let calls = 1;
  for (;;) {
    const begin = process.hrtime.bigint();
    for (let i = 0; i < calls; ++i) call();
    const took = Number(process.hrtime.bigint() - begin) / 1e9;
    if (took >= seconds) return took / calls;
    calls = took <= 0 ? calls * 10 : Math.floor(calls * Math.max(1.2, (seconds / took) * 1.1)) + 1;
  }
}

const out = { validate: [], compile: [] };
for (const one of cases) {
  const validate = fresh(one).compile(one.schema);
  const all = () => {
    for (const instance of one.instances) if (!validate(instance)) throw new Error(one.name + " was refused");
  };
  secondsEach(fill * 2, all); // warm
  out.validate.push((secondsEach(fill, all) * 1e6) / one.instances.length);
  // A compiler that keeps what it compiled would only be asked once: each time a new one, made outside of the time.
  let spent = 0;
  let times = 0;
  while (times < 3 || (spent < fill && times < 200)) {
    const ajv = fresh(one);
    const schema = structuredClone(one.schema);
    const begin = process.hrtime.bigint();
    ajv.compile(schema);
    spent += Number(process.hrtime.bigint() - begin) / 1e9;
    ++times;
  }
  out.compile.push((spent / times) * 1e3);
}
console.log(JSON.stringify(out));
