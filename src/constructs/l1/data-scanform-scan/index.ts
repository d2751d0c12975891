// https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/scan
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';
import * as bases from '../../framework/bases';

// Configuration

export interface DataScanformScanConfig extends cdktf.TerraformMetaArguments {
  /**
  * The scan's id.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/scan#scan_id DataScanformScan#scan_id}
  */
  readonly scanId: string;
  /**
  * The repository's id.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/scan#repository_id DataScanformScan#repository_id}
  */
  readonly repositoryId: string;
  /**
  * Only findings of these levels. Any of failing, risky, info.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/scan#findings_result DataScanformScan#findings_result}
  */
  readonly findingsResult?: string[];
}
export interface DataScanformScanVulnerabilitySummaryCounts {
}

export function dataScanformScanVulnerabilitySummaryCountsToTerraform(struct?: DataScanformScanVulnerabilitySummaryCounts): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataScanformScanVulnerabilitySummaryCountsToHclTerraform(struct?: DataScanformScanVulnerabilitySummaryCounts): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataScanformScanVulnerabilitySummaryCountsOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): DataScanformScanVulnerabilitySummaryCounts | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataScanformScanVulnerabilitySummaryCounts | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // critical - computed: true, optional: false, required: false
  public get critical() {
    return this.getNumberAttribute('critical');
  }

  // high - computed: true, optional: false, required: false
  public get high() {
    return this.getNumberAttribute('high');
  }

  // medium - computed: true, optional: false, required: false
  public get medium() {
    return this.getNumberAttribute('medium');
  }

  // low - computed: true, optional: false, required: false
  public get low() {
    return this.getNumberAttribute('low');
  }
}

/**
* Represents a {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/scan scanform_scan}
*/
export class DataScanformScan extends bases.TerraformDataSource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "scanform_scan";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a DataScanformScan resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the DataScanformScan to import
  * @param importFromId The id of the existing DataScanformScan that should be imported. Refer to the {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/scan#import import section} in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the DataScanformScan to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "scanform_scan", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/scan scanform_scan} Data Source
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options DataScanformScanConfig
  */
  public constructor(scope: Construct, id: string, config: DataScanformScanConfig) {
    super(scope, id, {
      terraformResourceType: 'scanform_scan',
      terraformGeneratorMetadata: {
        providerName: 'scanform',
        providerVersionConstraint: '~> 0.1'
      },
      provider: config.provider,
      dependsOn: config.dependsOn,
      count: config.count,
      lifecycle: config.lifecycle,
      provisioners: config.provisioners,
      connection: config.connection,
      forEach: config.forEach
    });
    this._scanId = config.scanId;
    this._repositoryId = config.repositoryId;
    this._findingsResult = config.findingsResult;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // scan_id - computed: false, optional: false, required: true
  private _scanId?: string; 
  public get scanId() {
    return this.getStringAttribute('scan_id');
  }
  public set scanId(value: string) {
    this._scanId = value;
  }
  // Temporarily expose input value. Use with caution.
  public get scanIdInput() {
    return this._scanId;
  }

  // dashboard_url - computed: true, optional: false, required: false
  public get dashboardUrl() {
    return this.getStringAttribute('dashboard_url');
  }

  // pr_number - computed: true, optional: false, required: false
  public get prNumber() {
    return this.getNumberAttribute('pr_number');
  }

  // pr_title - computed: true, optional: false, required: false
  public get prTitle() {
    return this.getStringAttribute('pr_title');
  }

  // pr_status - computed: true, optional: false, required: false
  public get prStatus() {
    return this.getStringAttribute('pr_status');
  }

  // scan_date - computed: true, optional: false, required: false
  public get scanDate() {
    return this.getStringAttribute('scan_date');
  }

  // initiated_by - computed: true, optional: false, required: false
  public get initiatedBy() {
    return this.getStringAttribute('initiated_by');
  }

  // status - computed: true, optional: false, required: false
  public get status() {
    return this.getStringAttribute('status');
  }

  // summary - computed: true, optional: false, required: false
  public get summary() {
    return this.getStringAttribute('summary');
  }

  // vulnerability_summary - computed: true, optional: false, required: false
  public get vulnerabilitySummary() {
    return this.getStringAttribute('vulnerability_summary');
  }

  // vulnerability_summary_counts - computed: true, optional: false, required: false
  private _vulnerabilitySummaryCounts = new DataScanformScanVulnerabilitySummaryCountsOutputReference(this, "vulnerability_summary_counts");
  public get vulnerabilitySummaryCounts() {
    return this._vulnerabilitySummaryCounts;
  }

  // risk_threshold - computed: true, optional: false, required: false
  public get riskThreshold() {
    return this.getStringAttribute('risk_threshold');
  }

  // severity - computed: true, optional: false, required: false
  public get severity() {
    return this.getStringAttribute('severity');
  }

  // pull_request_dashboard_url - computed: true, optional: false, required: false
  public get pullRequestDashboardUrl() {
    return this.getStringAttribute('pull_request_dashboard_url');
  }

  // findings_json - computed: true, optional: false, required: false
  public get findingsJson() {
    return this.getStringAttribute('findings_json');
  }

  // repository_id - computed: false, optional: false, required: true
  private _repositoryId?: string; 
  public get repositoryId() {
    return this.getStringAttribute('repository_id');
  }
  public set repositoryId(value: string) {
    this._repositoryId = value;
  }
  // Temporarily expose input value. Use with caution.
  public get repositoryIdInput() {
    return this._repositoryId;
  }

  // findings_result - computed: false, optional: true, required: false
  private _findingsResult?: string[]; 
  public get findingsResult() {
    return this.getListAttribute('findings_result');
  }
  public set findingsResult(value: string[]) {
    this._findingsResult = value;
  }
  public resetFindingsResult() {
    this._findingsResult = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get findingsResultInput() {
    return this._findingsResult;
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      scan_id: cdktf.stringToTerraform(this._scanId),
      repository_id: cdktf.stringToTerraform(this._repositoryId),
      findings_result: cdktf.listMapper(cdktf.stringToTerraform, false)(this._findingsResult),
    };
  }

  protected synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      scan_id: {
        value: cdktf.stringToHclTerraform(this._scanId),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      repository_id: {
        value: cdktf.stringToHclTerraform(this._repositoryId),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      findings_result: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._findingsResult),
        isBlock: false,
        type: "list",
        storageClassType: "stringList",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
