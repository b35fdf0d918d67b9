/**
 * Watches the start of the page. It is a classic script in the oldest words, so that it runs where modules do not, and
 * stands alone, because anything else may be what is missing.
 */
(function () {
  var stuck = /** @type {HTMLFormElement} */ (document.querySelector(".stuck"));
  var started = false;

  /** Load the page anew, but only once; then show what is wrong. @param {boolean} old */
  function stop(old) {
    if (started) return;
    started = true;
    var navigation = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"))[0];
    if (old || !navigation || navigation.type === "reload") stuck.className = old ? "stuck now old" : "stuck now";
    else location.reload();
  }

  addEventListener("started", function () {
    started = true;
  });

  addEventListener(
    "error",
    function (event) {
      var target = /** @type {any} */ (event.target);
      var isOurs = target === window && (event.filename || "").indexOf(location.origin) === 0;
      if (target.rel === "stylesheet") again(target);
      else if (target.localName === "script" || isOurs) stop(false);
    },
    true
  );

  // Before it loads the page anew, the browser asks for every file again: it may have kept a broken one.
  stuck.addEventListener("submit", function (event) {
    event.preventDefault();
    var files = performance.getEntriesByType("resource").filter(function (file) {
      return /\/static\/.*\.(js|css|json)/.test(file.name);
    });
    var limit = new Promise(function (resolve) {
      setTimeout(resolve, 5000);
    });
    var all = Promise.all(
      files.map(function (file) {
        return fetch(file.name, { cache: "reload" }).catch(function () {});
      })
    );
    Promise.race([all, limit]).then(function () {
      location.reload();
    });
  });

  /** Ask once more for a style sheet. @param {HTMLLinkElement} link */
  function again(link) {
    if (started || link.href.indexOf("?") >= 0) return;
    link.href += "?again=1";
  }

  // The print style comes last, and nothing waits for it.
  document.querySelectorAll("link[rel=stylesheet]:not([media])").forEach(function (link) {
    if (!(/** @type {HTMLLinkElement} */ (link).sheet)) again(/** @type {HTMLLinkElement} */ (link));
  });
  var isOld = !("noModule" in document.createElement("script")) || !Array.prototype.findLast || !Object.hasOwn;
  if (isOld || !("CSSLayerBlockRule" in window)) stop(true);
})();
