#include "tests/bench/schema_cases.h"

namespace countersign::bench {

namespace {

using base::Json;

Json parsed(std::string_view text) { return base::parseJson(text).value(); }

SchemaCase fromTexts(const char* name, std::string_view schema, std::initializer_list<std::string_view> instances, bool isDraft7 = true)
{
    SchemaCase out{name, isDraft7, parsed(schema), {}};
    for (const std::string_view each : instances)
        out.instances.push_back(parsed(each));
    return out;
}

SchemaCase searchTool()
{
    return fromTexts("tool-search", R"({"type":"object","required":["query"],"additionalProperties":false,"properties":{
        "query":{"type":"string","minLength":1,"maxLength":400,"description":"What to look for"},
        "path":{"type":"string","default":"."},"glob":{"type":"array","items":{"type":"string"},"maxItems":20},
        "case_sensitive":{"type":"boolean","default":false},"context":{"type":"integer","minimum":0,"maximum":50},
        "mode":{"enum":["content","files","count"]},"limit":{"type":["integer","null"],"minimum":1}}})",
        {R"({"query":"TODO","glob":["*.cpp","*.h"],"context":3,"mode":"content","limit":null})", R"({"query":"main","path":"src"})",
         R"({"query":"a longer query with words","case_sensitive":true,"mode":"files","limit":200,"context":0})"});
}

SchemaCase editTool()
{
    return fromTexts("tool-edit", R"({"type":"object","required":["file","edits"],"properties":{"file":{"type":"string","pattern":"^[^\\u0000]+$"},
        "edits":{"type":"array","minItems":1,"items":{"type":"object","required":["old","new"],"additionalProperties":false,
        "properties":{"old":{"type":"string"},"new":{"type":"string"},"all":{"type":"boolean"},"at":{"type":"object","required":["line"],
        "properties":{"line":{"type":"integer","minimum":1},"column":{"type":"integer","minimum":1}}}}}},"dry_run":{"type":"boolean"}}})",
        {R"({"file":"src/main.cpp","edits":[{"old":"int a;","new":"int b;"},{"old":"x","new":"y","all":true,"at":{"line":12,"column":4}},
        {"old":"return 0;","new":"return 1;","at":{"line":90}}],"dry_run":false})"});
}

SchemaCase package()
{
    return fromTexts("package", R"({"type":"object","required":["name","version"],"definitions":{"person":{"type":["object","string"],"required":["name"],
        "properties":{"name":{"type":"string"},"url":{"type":"string"},"email":{"type":"string"}}},
        "versions":{"type":"object","additionalProperties":{"type":"string"}}},
        "properties":{"name":{"type":"string","maxLength":214,"pattern":"^[a-z0-9-~][a-z0-9-._~]*$"},"version":{"type":"string"},"description":{"type":"string"},
        "keywords":{"type":"array","items":{"type":"string"}},"homepage":{"type":"string"},"bugs":{"type":["object","string"],"properties":{"url":{"type":"string"},"email":{"type":"string"}}},
        "license":{"type":"string"},"author":{"$ref":"#/definitions/person"},"contributors":{"type":"array","items":{"$ref":"#/definitions/person"}},
        "files":{"type":"array","items":{"type":"string"}},"main":{"type":"string"},"type":{"enum":["commonjs","module"]},
        "bin":{"type":["string","object"],"additionalProperties":{"type":"string"}},
        "exports":{"oneOf":[{"type":"string"},{"type":"object","patternProperties":{"^\\.":{"type":["string","object"]}},"additionalProperties":false}]},
        "scripts":{"type":"object","properties":{"test":{"type":"string"},"build":{"type":"string"}},"additionalProperties":{"type":"string"}},
        "dependencies":{"$ref":"#/definitions/versions"},"devDependencies":{"$ref":"#/definitions/versions"},"peerDependencies":{"$ref":"#/definitions/versions"},
        "engines":{"type":"object","additionalProperties":{"type":"string"}},"private":{"type":"boolean"},"workspaces":{"type":"array","items":{"type":"string"}}},
        "patternProperties":{"^_":{}}})",
        {R"({"name":"field-gauge","version":"2.4.1","description":"Reads gauges","keywords":["gauge","field"],"license":"MIT","type":"module","main":"dist/index.js",
        "author":{"name":"R. Vale","email":"r@example.org"},"contributors":["one","two",{"name":"three"}],"files":["dist","README.md"],
        "exports":{".":{"import":"./dist/index.js"},"./reader":"./dist/reader.js"},"bin":{"gauge":"dist/cli.js"},
        "scripts":{"test":"node --test","build":"tsc","lint":"eslint .","prepack":"npm run build"},"_cache":1,
        "dependencies":{"ansi-styles":"^6.2.1","chalk":"^5.3.0","commander":"^12.0.0","fast-glob":"^3.3.2","ws":"^8.16.0","yaml":"^2.4.1","zod":"^3.22.4"},
        "devDependencies":{"@types/node":"^20.11.0","eslint":"^8.57.0","prettier":"^3.2.5","tsx":"^4.7.1","typescript":"^5.4.2"},"engines":{"node":">=18"}})"});
}

SchemaCase workflow()
{
    return fromTexts("workflow", R"({"type":"object","required":["on","jobs"],"additionalProperties":false,"definitions":{
        "env":{"type":"object","additionalProperties":{"type":["string","number","boolean"]}},
        "names":{"oneOf":[{"type":"string"},{"type":"array","items":{"type":"string"},"minItems":1}]},
        "step":{"type":"object","dependencies":{"with":["uses"]},"properties":{"id":{"type":"string"},"name":{"type":"string"},"if":{"type":["boolean","number","string"]},
        "uses":{"type":"string"},"run":{"type":"string"},"shell":{"anyOf":[{"type":"string"},{"enum":["bash","pwsh","python","sh","cmd","powershell"]}]},
        "with":{"$ref":"#/definitions/env"},"env":{"$ref":"#/definitions/env"},"timeout-minutes":{"type":"number"},"continue-on-error":{"type":"boolean"}},
        "additionalProperties":false,"anyOf":[{"required":["uses"]},{"required":["run"]}]},
        "job":{"type":"object","required":["runs-on"],"properties":{"name":{"type":"string"},"needs":{"$ref":"#/definitions/names"},"runs-on":{"$ref":"#/definitions/names"},
        "env":{"$ref":"#/definitions/env"},"if":{"type":["boolean","string"]},"timeout-minutes":{"type":"number"},
        "strategy":{"type":"object","properties":{"matrix":{"type":"object","additionalProperties":{"type":"array","minItems":1}},"fail-fast":{"type":"boolean"},"max-parallel":{"type":"number"}}},
        "steps":{"type":"array","minItems":1,"items":{"$ref":"#/definitions/step"}}},"additionalProperties":false}},
        "properties":{"name":{"type":"string"},"on":{"oneOf":[{"type":"string"},{"type":"array"},{"type":"object","properties":{"push":{"type":["object","null"],
        "properties":{"branches":{"type":"array","items":{"type":"string"}},"tags":{"type":"array","items":{"type":"string"}}}},"pull_request":{"type":["object","null"]}}}]},
        "env":{"$ref":"#/definitions/env"},"permissions":{"type":"object","additionalProperties":{"enum":["read","write","none"]}},
        "jobs":{"type":"object","minProperties":1,"patternProperties":{"^[_a-zA-Z][a-zA-Z0-9_-]*$":{"$ref":"#/definitions/job"}},"additionalProperties":false}}})",
        {R"({"name":"build","on":{"push":{"branches":["main"]},"pull_request":null},"permissions":{"contents":"read"},"env":{"CI":true,"LEVEL":3},
        "jobs":{"test":{"name":"test","runs-on":"ubuntu-latest","strategy":{"fail-fast":false,"matrix":{"os":["a","b"],"node":[18,20]}},
        "steps":[{"uses":"actions/checkout@v4"},{"uses":"actions/setup-node@v4","with":{"node-version":20,"cache":"npm"}},{"run":"npm ci"},
        {"name":"Unit tests","run":"npm test","env":{"DEBUG":"1"},"timeout-minutes":10},{"if":"failed","run":"cat log","shell":"bash"}]},
        "pack":{"needs":["test"],"runs-on":["self-hosted","linux"],"if":"github.ref == 'refs/heads/main'","steps":[{"uses":"actions/checkout@v4"},{"id":"p","run":"make pack"},
        {"uses":"actions/upload-artifact@v4","with":{"name":"pack","path":"out"},"continue-on-error":true}]}}})"});
}

SchemaCase services()
{
    return fromTexts("services", R"({"type":"object","additionalProperties":false,"definitions":{"list_or_dict":{"oneOf":[{"type":"object","patternProperties":{".+":{"type":["string","number","null"]}},
        "additionalProperties":false},{"type":"array","items":{"type":"string"},"uniqueItems":true}]},"list":{"type":"array","items":{"type":"string"},"uniqueItems":true},
        "service":{"type":"object","additionalProperties":false,"patternProperties":{"^x-":{}},"properties":{"image":{"type":"string"},"build":{"oneOf":[{"type":"string"},
        {"type":"object","properties":{"context":{"type":"string"},"dockerfile":{"type":"string"},"args":{"$ref":"#/definitions/list_or_dict"}},"additionalProperties":false}]},
        "command":{"oneOf":[{"type":"string"},{"type":"array","items":{"type":"string"}}]},"environment":{"$ref":"#/definitions/list_or_dict"},
        "ports":{"type":"array","items":{"type":["string","number"]},"uniqueItems":true},"volumes":{"$ref":"#/definitions/list"},"depends_on":{"$ref":"#/definitions/list"},
        "restart":{"type":"string"},"labels":{"$ref":"#/definitions/list_or_dict"},"networks":{"$ref":"#/definitions/list"},"read_only":{"type":"boolean"},
        "healthcheck":{"type":"object","properties":{"test":{"oneOf":[{"type":"string"},{"type":"array","items":{"type":"string"}}]},"interval":{"type":"string"},
        "retries":{"type":"number"},"timeout":{"type":"string"},"disable":{"type":"boolean"}},"additionalProperties":false},"mem_limit":{"type":["number","string"]}}}},
        "properties":{"version":{"type":"string"},"services":{"type":"object","patternProperties":{"^[a-zA-Z0-9._-]+$":{"$ref":"#/definitions/service"}},"additionalProperties":false},
        "volumes":{"type":"object","patternProperties":{"^[a-zA-Z0-9._-]+$":{"type":["object","null"]}},"additionalProperties":false},
        "networks":{"type":"object","patternProperties":{"^[a-zA-Z0-9._-]+$":{"type":["object","null"]}}}}})",
        {R"({"version":"3","services":{"web":{"image":"nginx:1.25","ports":["80:80",443],"depends_on":["api"],"networks":["front"],"volumes":["./site:/srv:ro"],"restart":"always"},
        "api":{"build":{"context":".","args":{"LEVEL":"2","DEBUG":null}},"environment":["A=1","B=2"],"command":["serve","--port","8080"],"depends_on":["db","cache"],
        "healthcheck":{"test":["CMD","curl","-f","http://localhost/"],"interval":"30s","retries":3},"labels":{"tier":"api","weight":4},"x-note":{"a":1}},
        "db":{"image":"postgres:16","environment":{"POSTGRES_PASSWORD":"x","PORT":5432},"volumes":["data:/var/lib"],"mem_limit":"1g"},"cache":{"image":"redis:7","read_only":true}},
        "volumes":{"data":null},"networks":{"front":{"driver":"bridge"}}})"});
}

/// A compiler's options: many booleans and enumerations.
SchemaCase compilerOptions()
{
    Json schema = parsed(R"({"type":"object","properties":{"compilerOptions":{"type":"object","properties":{}},"files":{"type":"array","items":{"type":"string"},"uniqueItems":true},
        "include":{"type":"array","items":{"type":"string"}},"exclude":{"type":"array","items":{"type":"string"}},"extends":{"oneOf":[{"type":"string"},{"type":"array","items":{"type":"string"}}]},
        "references":{"type":"array","items":{"type":"object","required":["path"],"properties":{"path":{"type":"string"}}}}}})");
    Json options = Json::object();
    for (int i = 0; i < 90; ++i)
        options["option" + std::to_string(i)] = {{"type", {"boolean", "null"}}, {"default", i % 2 == 0}, {"description", "Switches the stage " + std::to_string(i) + " of the compiler on or off, see its manual."}};
    options["target"] = {{"type", "string"}, {"anyOf", {{{"enum", {"ES3", "ES5", "ES6", "ES2020", "ES2022", "ESNext"}}}, {{"pattern", "^([eE][sS]([356]|20(1[5-9]|2[0-3])|[nN][eE][xX][tT]))$"}}}}};
    options["module"] = {{"enum", {"CommonJS", "AMD", "System", "UMD", "ES6", "ES2020", "ESNext", "None", "Node16", "NodeNext"}}};
    options["lib"] = {{"type", "array"}, {"uniqueItems", true}, {"items", {{"type", "string"}}}};
    options["paths"] = {{"type", "object"}, {"additionalProperties", {{"type", "array"}, {"items", {{"type", "string"}}}}}};
    options["outDir"] = options["rootDir"] = options["baseUrl"] = {{"type", "string"}};
    schema["properties"]["compilerOptions"]["properties"] = std::move(options);
    Json instance = parsed(R"({"compilerOptions":{"target":"ES2022","module":"NodeNext","lib":["ES2022","DOM","DOM.Iterable"],"outDir":"out","rootDir":"src","baseUrl":".",
        "paths":{"@app/*":["src/app/*"],"@lib/*":["src/lib/*","vendor/*"]}},"include":["src/**/*.ts","tests/**/*.ts"],"exclude":["node_modules","out"],"references":[{"path":"../core"},{"path":"../ui"}]})");
    for (int i = 0; i < 90; i += 5)
        instance["compilerOptions"]["option" + std::to_string(i)] = i % 2 == 0;
    return {"compiler-options", true, std::move(schema), {instance, parsed(R"({"compilerOptions":{"target":"es6","option1":true,"option2":null},"files":["a.ts"]})")}};
}

SchemaCase rules()
{
    SchemaCase out = fromTexts("lint-rules", R"({"type":"object","definitions":{"severity":{"oneOf":[{"type":"integer","minimum":0,"maximum":2},{"enum":["off","warn","error"]}]},
        "rule":{"oneOf":[{"$ref":"#/definitions/severity"},{"type":"array","minItems":1,"items":[{"$ref":"#/definitions/severity"}],"additionalItems":true}]},
        "list":{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"string"}}]}},
        "properties":{"root":{"type":"boolean"},"env":{"type":"object","additionalProperties":{"type":"boolean"}},"extends":{"$ref":"#/definitions/list"},"parser":{"type":["string","null"]},
        "plugins":{"type":"array","items":{"type":"string"}},"rules":{"type":"object","additionalProperties":{"$ref":"#/definitions/rule"}},
        "overrides":{"type":"array","items":{"type":"object","required":["files"],"properties":{"files":{"$ref":"#/definitions/list"},"rules":{"type":"object","additionalProperties":{"$ref":"#/definitions/rule"}}}}}}})", {});
    Json instance = parsed(R"({"root":true,"env":{"es2022":true,"node":true},"extends":["base","strict"],"plugins":["import"],"overrides":[{"files":"*.test.js","rules":{"no-console":0}}]})");
    for (int i = 0; i < 40; ++i)
        instance["rules"]["group/rule-" + std::to_string(i)] = i % 3 == 0 ? Json("error") : i % 3 == 1 ? Json(1) : Json::array({"warn", {{"max", i}}});
    out.instances.push_back(std::move(instance));
    return out;
}

SchemaCase geometry()
{
    SchemaCase out = fromTexts("geometry", R"({"type":"object","required":["type","features"],"definitions":{"position":{"type":"array","minItems":2,"items":{"type":"number"}},
        "line":{"type":"array","minItems":2,"items":{"$ref":"#/definitions/position"}},
        "point":{"type":"object","required":["type","coordinates"],"properties":{"type":{"const":"Point"},"coordinates":{"$ref":"#/definitions/position"}}},
        "lineString":{"type":"object","required":["type","coordinates"],"properties":{"type":{"const":"LineString"},"coordinates":{"$ref":"#/definitions/line"}}},
        "polygon":{"type":"object","required":["type","coordinates"],"properties":{"type":{"const":"Polygon"},"coordinates":{"type":"array","items":{"type":"array","minItems":4,"items":{"$ref":"#/definitions/position"}}}}}},
        "properties":{"type":{"const":"FeatureCollection"},"features":{"type":"array","items":{"type":"object","required":["type","geometry","properties"],
        "properties":{"type":{"const":"Feature"},"id":{"type":["string","number"]},"properties":{"type":["object","null"]},
        "geometry":{"oneOf":[{"type":"null"},{"$ref":"#/definitions/point"},{"$ref":"#/definitions/lineString"},{"$ref":"#/definitions/polygon"}]}}}}}})", {});
    Json features = Json::array();
    for (int i = 0; i < 20; ++i) {
        Json ring = Json::array();
        for (int k = 0; k < 12; ++k)
            ring.push_back({13.1 + 0.01 * k, 52.3 + 0.01 * i});
        const Json shape = i % 3 == 0 ? Json{{"type", "Point"}, {"coordinates", {13.25, 52.5 + i}}}
                         : i % 3 == 1 ? Json{{"type", "LineString"}, {"coordinates", ring}} : Json{{"type", "Polygon"}, {"coordinates", Json::array({ring})}};
        features.push_back({{"type", "Feature"}, {"id", i}, {"properties", {{"name", "place"}}}, {"geometry", shape}});
    }
    out.instances.push_back({{"type", "FeatureCollection"}, {"features", features}});
    return out;
}

/// A description of deployments as operators write it, with definitions that refer to each other.
SchemaCase deployment()
{
    SchemaCase out = fromTexts("deployment", R"({"type":"object","required":["apiVersion","kind","metadata","spec"],"definitions":{
        "meta":{"type":"object","properties":{"name":{"type":"string","maxLength":253,"pattern":"^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$"},"namespace":{"type":"string"},
        "labels":{"type":"object","additionalProperties":{"type":"string"}},"annotations":{"type":"object","additionalProperties":{"type":"string"}}}},
        "quantity":{"oneOf":[{"type":"string"},{"type":"number"}]},
        "resources":{"type":"object","properties":{"limits":{"type":"object","additionalProperties":{"$ref":"#/definitions/quantity"}},"requests":{"type":"object","additionalProperties":{"$ref":"#/definitions/quantity"}}}},
        "probe":{"type":"object","properties":{"httpGet":{"type":"object","required":["port"],"properties":{"path":{"type":"string"},"port":{"oneOf":[{"type":"string"},{"type":"integer"}]}}},
        "exec":{"type":"object","properties":{"command":{"type":"array","items":{"type":"string"}}}},"initialDelaySeconds":{"type":"integer","format":"int32"},"periodSeconds":{"type":"integer"},"failureThreshold":{"type":"integer"}}},
        "env":{"type":"object","required":["name"],"properties":{"name":{"type":"string"},"value":{"type":"string"},"valueFrom":{"type":"object","properties":{"secretKeyRef":{"type":"object","required":["key"],
        "properties":{"name":{"type":"string"},"key":{"type":"string"}}}}}}},
        "container":{"type":"object","required":["name"],"properties":{"name":{"type":"string"},"image":{"type":"string"},"imagePullPolicy":{"enum":["Always","IfNotPresent","Never"]},
        "command":{"type":["array","null"],"items":{"type":"string"}},"args":{"type":["array","null"],"items":{"type":"string"}},"env":{"type":"array","items":{"$ref":"#/definitions/env"}},
        "ports":{"type":"array","items":{"type":"object","required":["containerPort"],"properties":{"name":{"type":"string"},"containerPort":{"type":"integer","minimum":1,"maximum":65535},"protocol":{"enum":["TCP","UDP","SCTP"]}}}},
        "resources":{"$ref":"#/definitions/resources"},"livenessProbe":{"$ref":"#/definitions/probe"},"readinessProbe":{"$ref":"#/definitions/probe"},
        "volumeMounts":{"type":"array","items":{"type":"object","required":["name","mountPath"],"properties":{"name":{"type":"string"},"mountPath":{"type":"string"},"readOnly":{"type":"boolean"}}}}}},
        "pod":{"type":"object","required":["containers"],"properties":{"containers":{"type":"array","minItems":1,"items":{"$ref":"#/definitions/container"}},"initContainers":{"type":"array","items":{"$ref":"#/definitions/container"}},
        "restartPolicy":{"type":"string"},"serviceAccountName":{"type":"string"},"nodeSelector":{"type":"object","additionalProperties":{"type":"string"}},
        "volumes":{"type":"array","items":{"type":"object","required":["name"],"properties":{"name":{"type":"string"},"configMap":{"type":"object"},"emptyDir":{"type":"object"},"secret":{"type":"object"}}}}}}},
        "properties":{"apiVersion":{"enum":["apps/v1"]},"kind":{"const":"Deployment"},"metadata":{"$ref":"#/definitions/meta"},
        "spec":{"type":"object","required":["selector","template"],"properties":{"replicas":{"type":["integer","null"],"minimum":0},"selector":{"type":"object","properties":{"matchLabels":{"type":"object","additionalProperties":{"type":"string"}}}},
        "strategy":{"type":"object","properties":{"type":{"enum":["Recreate","RollingUpdate"]},"rollingUpdate":{"type":"object","additionalProperties":{"oneOf":[{"type":"string"},{"type":"integer"}]}}}},
        "template":{"type":"object","properties":{"metadata":{"$ref":"#/definitions/meta"},"spec":{"$ref":"#/definitions/pod"}}}}}}})",
        {R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"gauge-api","namespace":"field","labels":{"app":"gauge","tier":"api"},"annotations":{"note":"by hand"}},
        "spec":{"replicas":3,"selector":{"matchLabels":{"app":"gauge"}},"strategy":{"type":"RollingUpdate","rollingUpdate":{"maxSurge":1,"maxUnavailable":"25%"}},
        "template":{"metadata":{"labels":{"app":"gauge"}},"spec":{"serviceAccountName":"api","nodeSelector":{"disk":"ssd"},
        "containers":[{"name":"api","image":"registry.local/gauge:2.4","imagePullPolicy":"IfNotPresent","args":["--port","8080"],"ports":[{"name":"http","containerPort":8080,"protocol":"TCP"}],
        "env":[{"name":"LEVEL","value":"info"},{"name":"TOKEN","valueFrom":{"secretKeyRef":{"name":"s","key":"token"}}}],"resources":{"limits":{"cpu":2,"memory":"512Mi"},"requests":{"cpu":"100m","memory":"64Mi"}},
        "livenessProbe":{"httpGet":{"path":"/live","port":"http"},"initialDelaySeconds":5,"periodSeconds":10},"readinessProbe":{"httpGet":{"path":"/ready","port":8080},"failureThreshold":3},
        "volumeMounts":[{"name":"conf","mountPath":"/etc/gauge","readOnly":true}]},{"name":"side","image":"proxy:1","command":["proxy"],"resources":{}}],
        "volumes":[{"name":"conf","configMap":{"name":"gauge"}},{"name":"tmp","emptyDir":{}}]}}}})"});
    return out;
}

/// About 100 kB of settings, grouped, most of them not given.
SchemaCase settings()
{
    Json schema = {{"type", "object"}, {"additionalProperties", false}, {"properties", Json::object()}};
    Json instance = Json::object();
    for (int group = 0; group < 20; ++group) {
        Json properties = Json::object();
        Json given = Json::object();
        for (int i = 0; i < 22; ++i) {
            const std::string name = "setting" + std::to_string(i);
            const std::string words = "Sets the value " + std::to_string(i) + " of the group " + std::to_string(group) + ". It holds from the next start on, and is the same for every user of the machine.";
            switch (i % 5) {
            case 0: properties[name] = {{"type", "integer"}, {"minimum", 0}, {"maximum", 1000}, {"default", i}, {"description", words}}; break;
            case 1: properties[name] = {{"type", "string"}, {"enum", {"off", "auto", "on"}}, {"default", "auto"}, {"description", words}}; break;
            case 2: properties[name] = {{"type", "boolean"}, {"default", true}, {"description", words}}; break;
            case 3: properties[name] = {{"type", "array"}, {"items", {{"type", "string"}}}, {"uniqueItems", true}, {"description", words}}; break;
            default: properties[name] = {{"anyOf", {{{"type", "null"}}, {{"type", "number"}, {"exclusiveMinimum", 0}}}}, {"description", words}}; break;
            }
            if (i % 4 == group % 4)
                given[name] = i % 5 == 0 ? Json(7) : i % 5 == 1 ? Json("on") : i % 5 == 2 ? Json(false) : i % 5 == 3 ? Json::array({"a", "b", "c"}) : Json(2.5);
        }
        const std::string name = "group" + std::to_string(group);
        schema["properties"][name] = {{"type", "object"}, {"additionalProperties", false}, {"properties", std::move(properties)}};
        if (group % 2 == 0)
            instance[name] = std::move(given);
    }
    return {"settings-100k", true, std::move(schema), {std::move(instance)}};
}

SchemaCase events()
{
    return fromTexts("events", R"({"type":"object","required":["v","kind","at"],"properties":{"v":{"const":1},"kind":{"enum":["opened","closed","measured"]},
        "at":{"type":"string","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?Z$"},"by":{"type":"string"},"data":{"type":"object"}},
        "allOf":[{"if":{"properties":{"kind":{"const":"measured"}}},"then":{"required":["data"],"properties":{"data":{"required":["value","unit"],"properties":{"value":{"type":"number"},
        "unit":{"enum":["bar","K","m3/h"]},"quality":{"type":"number","minimum":0,"maximum":1}}}}}},
        {"if":{"properties":{"kind":{"const":"closed"}}},"then":{"required":["by"]},"else":{"not":{"required":["reason"]}}}]})",
        {R"({"v":1,"kind":"measured","at":"2026-11-30T10:20:30.125Z","data":{"value":7.25,"unit":"bar","quality":0.98}})", R"({"v":1,"kind":"closed","at":"2026-11-30T10:20:30Z","by":"r","reason":"done"})",
         R"({"v":1,"kind":"opened","at":"2026-11-30T10:20:30Z","by":"agent"})"});
}

SchemaCase resume()
{
    return fromTexts("records", R"({"type":"object","additionalProperties":false,"definitions":{"day":{"type":"string","pattern":"^([1-2][0-9]{3}-[0-1][0-9]-[0-3][0-9]|[1-2][0-9]{3}-[0-1][0-9]|[1-2][0-9]{3})$"}},
        "properties":{"basics":{"type":"object","properties":{"name":{"type":"string"},"email":{"type":"string","format":"email"},"location":{"type":"object","properties":{"city":{"type":"string"},"code":{"type":"string"}}},
        "profiles":{"type":"array","items":{"type":"object","properties":{"network":{"type":"string"},"user":{"type":"string"},"url":{"type":"string","format":"uri"}}}}}},
        "work":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"position":{"type":"string"},"start":{"$ref":"#/definitions/day"},"end":{"$ref":"#/definitions/day"},
        "highlights":{"type":"array","items":{"type":"string"}}}}},"skills":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"level":{"type":"string"},"keywords":{"type":"array","items":{"type":"string"}}}}}}})",
        {R"({"basics":{"name":"R. Vale","email":"r@example.org","location":{"city":"Kiel","code":"24103"},"profiles":[{"network":"n","user":"u","url":"https://example.org/u"}]},
        "work":[{"name":"Field","position":"engineer","start":"2014-03-01","end":"2019-12","highlights":["a","b","c"]},{"name":"Gauge","position":"lead","start":"2020","highlights":["d"]}],
        "skills":[{"name":"C++","level":"high","keywords":["20","Qt"]},{"name":"SQL","keywords":["SQLite"]}]})"});
}

/// draft 2020-12, closed by what is not evaluated.
SchemaCase closedConfiguration()
{
    return fromTexts("closed-2020", R"({"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","$ref":"#/$defs/base","unevaluatedProperties":false,"required":["name"],
        "properties":{"name":{"type":"string"},"steps":{"type":"array","prefixItems":[{"const":"begin"}],"items":{"$ref":"#/$defs/step"}}},
        "$defs":{"base":{"properties":{"version":{"type":"integer","minimum":1},"labels":{"type":"object","additionalProperties":{"type":"string"}}}},
        "step":{"type":"object","required":["run"],"properties":{"run":{"type":"string"},"retries":{"type":"integer","minimum":0},"when":{"enum":["always","failed"]}},"dependentRequired":{"when":["retries"]}}}})",
        {R"({"name":"n","version":2,"labels":{"a":"1","b":"2"},"steps":["begin",{"run":"make"},{"run":"make test","retries":2,"when":"failed"},{"run":"make install"}]})"}, false);
}

SchemaCase tree2020()
{
    SchemaCase out = fromTexts("tree-2020", R"({"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","required":["kind"],"properties":{"kind":{"enum":["leaf","node"]},
        "value":{"type":["number","string"]},"children":{"type":"array","items":{"$ref":"#"}},"tags":{"type":"array","contains":{"type":"string","minLength":2},"minContains":1,"maxContains":5}},"additionalProperties":false})", {}, false);
    Json tree{{"kind", "leaf"}, {"value", 1.5}};
    for (int i = 0; i < 5; ++i)
        tree = {{"kind", "node"}, {"children", {tree, {{"kind", "leaf"}, {"value", "text"}, {"tags", {"ab", "cd"}}}, tree}}};
    out.instances.push_back(std::move(tree));
    return out;
}

} // namespace

std::vector<SchemaCase> schemaCases()
{
    return {searchTool(), editTool(), package(), workflow(), services(), compilerOptions(), rules(), geometry(), deployment(), settings(), events(), resume(), closedConfiguration(), tree2020()};
}

} // namespace countersign::bench
